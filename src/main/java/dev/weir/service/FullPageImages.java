package dev.weir.service;

import dev.weir.postgres.ServerProfile;
import java.util.Optional;

/**
 * What full-page images take of the log, at most. The server counts them and not their bytes: an
 * image is a page without the hole in its middle, and less where it is compressed.
 */
final class FullPageImages {
  private FullPageImages() {}

  /**
   * @param images their number; null when unknown
   * @param walBytes all there was of the log meanwhile; null when unknown
   * @param server tells the size of a page
   * @return null when one of them is unknown
   */
  static Long bytesAtMost(Long images, Long walBytes, Optional<ServerProfile> server) {
    if (images == null || walBytes == null) {
      return null;
    }
    return server
        .map(known -> known.settings().get("block_size"))
        .map(page -> Math.min(walBytes, images * Long.parseLong(page)))
        .orElse(null);
  }
}
