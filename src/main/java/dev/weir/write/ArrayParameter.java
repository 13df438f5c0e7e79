package dev.weir.write;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * An array of one dimension as a statement's parameter: a header, then each element as its length
 * (-1 for null) and its bytes. Several arrays may share a buffer, since each is set before the next
 * is written.
 */
final class ArrayParameter {
  private static final int HEADER_BYTES = 20;
  private static final int HAS_NULLS = 4;

  private final BinaryParameter parameter;
  private final RowBuffer buffer;
  private final int elementOid;

  /**
   * @param type the array's type as the driver knows it: {@code _float8}
   * @param elementOid the type of its elements as the server knows it: 701
   */
  ArrayParameter(String type, int elementOid, RowBuffer buffer) {
    this.parameter = new BinaryParameter(type, buffer);
    this.buffer = buffer;
    this.elementOid = elementOid;
  }

  /** Begins an array of so many elements, and makes room for them. */
  void begin(int elements, long mostBytesPerElement) {
    buffer.clear();
    buffer.reserve(Math.toIntExact(HEADER_BYTES + elements * mostBytesPerElement));
    buffer.putInt(1); // dimensions
    buffer.putInt(0); // no nulls so far
    buffer.putInt(elementOid);
    buffer.putInt(elements);
    buffer.putInt(1); // lower bound
  }

  void addNull() {
    buffer.setInt(HAS_NULLS, 1);
    buffer.putInt(-1);
  }

  /** Sets it as a parameter, counted from 1. */
  void bind(PreparedStatement statement, int index) throws SQLException {
    statement.setObject(index, parameter);
  }
}
