package dev.weir.layout;

/**
 * The fewest bytes a record can take in a table, whatever PostgreSQL adds to them.
 *
 * @param nulls how many measurements of a record are null, on average
 */
public record LeastBytes(Table table, double nulls) {
  /** A row's header of 24 bytes and its line pointer of 4. */
  private static final double ROW_OVERHEAD = 28;

  private static final double LINE_POINTER = 4;

  /** A row of more bytes has its long values compressed: TOAST_TUPLE_THRESHOLD, less headers. */
  private static final double COMPRESSED_FROM = 1900;

  /** WAL: the columns, and the key of each index entry. */
  public double logged() {
    return columnBytes() + (table.options().primaryKey() ? table.rowsPerRecord() * keyBytes() : 0);
  }

  /** Disk: the columns, a header and a line pointer a row, and an index entry with the same. */
  public double stored() {
    return columnBytes()
        + table.rowsPerRecord() * ROW_OVERHEAD
        + (table.options().primaryKey() ? table.rowsPerRecord() * (keyBytes() + LINE_POINTER) : 0);
  }

  /** Whether long values may be compressed, so that less is stored than the columns hold. */
  public boolean mayCompress() {
    return table.layout() != Layouts.WIDE
        && table.layout() != Layouts.NARROW
        && table.layout().columnBytes(table.measurements(), 0) > COMPRESSED_FROM;
  }

  private double columnBytes() {
    return table.layout().columnBytes(table.measurements(), nulls);
  }

  /** An index tuple: its header of 8 bytes and the key, at a multiple of 8. */
  private double keyBytes() {
    return table.layout() == Layouts.NARROW ? 24 : 16;
  }
}
