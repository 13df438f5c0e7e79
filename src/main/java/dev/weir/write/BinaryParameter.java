package dev.weir.write;

import java.sql.SQLException;
import java.util.Objects;
import org.postgresql.PGConnection;
import org.postgresql.util.PGBinaryObject;
import org.postgresql.util.PGobject;

/**
 * A statement's parameter whose binary form stands in a buffer of ours. The driver takes a copy
 * when the parameter is set, so one object serves for value after value.
 */
final class BinaryParameter extends PGobject implements PGBinaryObject {
  private static final long serialVersionUID = 1L;

  private final transient RowBuffer buffer;

  /**
   * @param type the type's name as the driver knows it; an array's begins with an underscore
   */
  BinaryParameter(String type, RowBuffer buffer) {
    this.type = type;
    this.buffer = buffer;
  }

  /** Makes the driver send this type in binary, which by itself it does for some types only. */
  static void enable(PGConnection connection, String type) throws SQLException {
    connection.addDataType(type, BinaryParameter.class);
  }

  /** Where the value is written to. */
  RowBuffer buffer() {
    return buffer;
  }

  @Override
  public int lengthInBytes() {
    return buffer.size();
  }

  @Override
  public void toBytes(byte[] target, int offset) {
    System.arraycopy(buffer.bytes(), 0, target, offset, buffer.size());
  }

  @Override
  public void setByteValue(byte[] value, int offset) {
    throw new UnsupportedOperationException("a parameter is not read");
  }

  /** Asked for when the connection may not send the type in binary. */
  @Override
  public String getValue() {
    throw new IllegalStateException(
        type
            + " is sent in binary; the connection forbids it by binaryTransfer=false,"
            + " binaryTransferDisable or preferQueryMode=simple");
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return Objects.hash(type);
  }

  @Override
  public String toString() {
    return type + " of " + buffer.size() + " bytes";
  }
}
