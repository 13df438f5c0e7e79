package dev.weir.service;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A route file as it was found.
 *
 * @param changed when it was last changed, in any unit that grows
 */
record Candidate(Path file, String text, long changed) {
  private static final int SUM_BYTES = 8;

  /** Tells one content from another. */
  String sum() {
    try {
      byte[] sum =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum, 0, SUM_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256, this one has not", e);
    }
  }
}
