package dev.weir.statistics;

/**
 * A part of the WAL of a run.
 *
 * @param bytes of WAL records, images of full pages apart
 * @param records how many WAL records these are; 0 where that is not known
 */
public record WalPart(long bytes, long records) {
  static final WalPart NONE = new WalPart(0, 0);

  WalPart plus(WalPart other) {
    return new WalPart(bytes + other.bytes, records + other.records);
  }

  WalPart times(double factor) {
    return new WalPart(Math.round(bytes * factor), Math.round(records * factor));
  }
}
