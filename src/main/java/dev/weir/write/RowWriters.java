package dev.weir.write;

import dev.weir.layout.Table;

/** Makes the writer for a method and a table. */
public final class RowWriters {

  private RowWriters() {}

  /**
   * A writer for one lane.
   *
   * @param rowsPerStatement rows of one statement of {@link WriteMethod#MULTIROW_INSERT}, at most;
   *     other methods ignore it
   * @throws IllegalArgumentException for {@link WriteMethod#CAMEL_JDBC}, which needs Camel
   */
  public static RowWriter create(WriteMethod method, Table table, int rowsPerStatement) {
    return switch (method) {
      case BATCH_INSERT -> InsertWriter.rowByRow(table);
      case MULTIROW_INSERT -> InsertWriter.rewritten(table, rowsPerStatement);
      case UNNEST -> new UnnestWriter(table);
      case COPY_TEXT -> new CopyWriter(table.copyStatement(false), TextEncoders.of(table));
      case COPY_BINARY -> new CopyWriter(table.copyStatement(true), BinaryEncoders.of(table));
      case NONE -> new DroppingWriter(BinaryEncoders.of(table));
      case CAMEL_JDBC ->
          throw new IllegalArgumentException(method.key() + " is written by the Camel component");
    };
  }

  /**
   * How many rows one statement of {@link WriteMethod#MULTIROW_INSERT} stores when the batch has as
   * many: the largest power of two that is neither above what is asked for nor has more than 65,535
   * parameters. The driver splits what is left of a batch into smaller powers of two.
   *
   * @param asked what the strategy sets, at least 1
   */
  public static int effectiveRowsPerStatement(Table table, int asked) {
    return InsertWriter.rewrittenRows(table, asked);
  }
}
