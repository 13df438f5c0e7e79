package dev.weir.service;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the volume of the service's data has room left: that of an embedded server, and of dead
 * letters and logs. A server whose volume is full stops in the middle of its work; a service that
 * pauses before loses nothing. The volume of a server elsewhere cannot be seen from here.
 */
final class DiskGuard {
  private static final Logger LOG = LoggerFactory.getLogger(DiskGuard.class);
  private static final double MEBIBYTE = 1 << 20;

  /** So much more must be free again before it goes on, or it would stop and go all the time. */
  private static final double GO_ON = 1.1;

  private static final long LOOK_NANOS = 1_000_000_000;

  private final Path folder;
  private final long least;
  private final LongSupplier free;
  private String problem = "";
  private long lookedNanos = System.nanoTime() - LOOK_NANOS;

  /**
   * @param folder on the volume that is watched
   * @param least bytes that stay free
   */
  DiskGuard(Path folder, long least) {
    this(folder, least, () -> free(folder));
  }

  /**
   * @param free gives the bytes that are free; negative when unknown
   */
  DiskGuard(Path folder, long least, LongSupplier free) {
    this.folder = folder;
    this.least = least;
    this.free = free;
  }

  /** Why nothing may be stored now; empty when it may. Looks once a second at most. */
  synchronized Optional<String> problem() {
    long now = System.nanoTime();
    if (now - lookedNanos >= LOOK_NANOS) {
      lookedNanos = now;
      look();
    }
    return problem.isEmpty() ? Optional.empty() : Optional.of(problem);
  }

  private void look() {
    long bytes = free.getAsLong();
    boolean full = bytes >= 0 && bytes < (problem.isEmpty() ? least : least * GO_ON);
    if (full) {
      if (problem.isEmpty()) {
        LOG.warn("Nothing is stored for now: {}", text(bytes));
      }
      problem = text(bytes);
    } else {
      if (!problem.isEmpty()) {
        LOG.info("There is room again in {}; it goes on", folder);
      }
      problem = "";
    }
  }

  private String text(long bytes) {
    return String.format(
        Locale.ROOT,
        "the volume of %s has %,.0f MB left, and %,.0f MB are to stay free (weir.disk.free)",
        folder,
        bytes / MEBIBYTE,
        least / MEBIBYTE);
  }

  private static long free(Path folder) {
    try {
      Path there = folder;
      while (!Files.exists(there)) {
        there = there.getParent();
      }
      FileStore store = Files.getFileStore(there);
      return store.getUsableSpace();
    } catch (IOException e) {
      LOG.debug("{}: the room left is not known", folder, e);
      return -1;
    }
  }
}
