package dev.weir.dataset;

/**
 * In which line of a file each id stood first. Two arrays instead of a map of boxes: 32 to 64 bytes
 * an id, and half as much again while they grow. A record takes some 90 and 8 a measurement.
 */
final class FirstLines {
  private static final int LEAST = 1 << 10;

  /** 2^64 divided by the golden ratio: ids that follow each other are spread evenly. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private long[] ids = new long[LEAST];

  /** 0 where there is no id. */
  private long[] lines = new long[LEAST];

  private int size;

  /**
   * Notes an id, unless it is there.
   *
   * @param line from 1
   * @return the line it stood in first, or 0 when this is the first
   */
  long note(long id, long line) {
    int at = place(id);
    if (lines[at] != 0) {
      return lines[at];
    }
    ids[at] = id;
    lines[at] = line;
    size++;
    if (size > ids.length / 2) {
      grow();
    }
    return 0;
  }

  /** Where the id is, or would be: at its own place or the next free one behind it. */
  private int place(long id) {
    int mask = ids.length - 1;
    int at = (int) ((id * SPREAD) >>> (64 - Integer.numberOfTrailingZeros(ids.length)));
    while (lines[at] != 0 && ids[at] != id) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldIds = ids;
    long[] oldLines = lines;
    ids = new long[oldIds.length * 2];
    lines = new long[oldIds.length * 2];
    for (int old = 0; old < oldIds.length; old++) {
      if (oldLines[old] != 0) {
        int at = place(oldIds[old]);
        ids[at] = oldIds[old];
        lines[at] = oldLines[old];
      }
    }
  }
}
