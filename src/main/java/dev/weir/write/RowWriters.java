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
      case COPY_BINARY -> new CopyWriter(table.copyStatement(true), BinaryEncoders.of(table));
      case NONE -> new DroppingWriter(BinaryEncoders.of(table));
      case BATCH_INSERT, MULTIROW_INSERT, UNNEST, COPY_TEXT, CAMEL_JDBC ->
          throw new IllegalArgumentException(method.key() + " is not written by this package");
    };
  }
}
