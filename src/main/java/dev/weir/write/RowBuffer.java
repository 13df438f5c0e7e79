package dev.weir.write;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes on their way to the server. Rows are written into it one behind the other; it is emptied
 * and used again, and grows only for a row longer than any before.
 *
 * <p>The put methods do not look for room: {@link #reserve} does, once for many of them.
 */
final class RowBuffer {
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** The longest text of a whole number: that of the smallest long. */
  static final int MOST_WHOLE_BYTES = 20;

  private byte[] bytes;
  private int size;

  RowBuffer(int capacity) {
    bytes = new byte[capacity];
  }

  /** Makes room for so many more bytes. */
  void reserve(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), bytes.length / 2 * 3));
    }
  }

  void putByte(int value) {
    bytes[size++] = (byte) value;
  }

  void putShort(int value) {
    SHORTS.set(bytes, size, (short) value);
    size += Short.BYTES;
  }

  void putInt(int value) {
    INTS.set(bytes, size, value);
    size += Integer.BYTES;
  }

  void putLong(long value) {
    LONGS.set(bytes, size, value);
    size += Long.BYTES;
  }

  /** A field of COPY's binary format: its length, then an integer of 8 bytes. */
  void putLongField(long value) {
    INTS.set(bytes, size, Long.BYTES);
    LONGS.set(bytes, size + Integer.BYTES, value);
    size += Integer.BYTES + Long.BYTES;
  }

  /** A field of COPY's binary format: its length, then an integer of 4 bytes. */
  void putIntField(int value) {
    INTS.set(bytes, size, Integer.BYTES);
    INTS.set(bytes, size + Integer.BYTES, value);
    size += Integer.BYTES + Integer.BYTES;
  }

  void putBytes(byte[] text) {
    System.arraycopy(text, 0, bytes, size, text.length);
    size += text.length;
  }

  /** The text of a whole number. */
  void putWhole(long value) {
    if (value < 0) {
      bytes[size++] = '-';
    }
    long rest = value < 0 ? value : -value; // the negative side holds the smallest long, too
    int digits = 1;
    for (long limit = -10; rest <= limit && digits < 19; limit *= 10) {
      digits++;
    }
    int position = size + digits;
    size = position;
    for (int i = 0; i < digits; i++) {
      bytes[--position] = (byte) ('0' - rest % 10);
      rest /= 10;
    }
  }

  /** Characters below 128, one byte each. */
  void putAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      bytes[size++] = (byte) text.charAt(i);
    }
  }

  /** Writes once more what stands at a position. */
  void repeat(int position, int length) {
    System.arraycopy(bytes, position, bytes, size, length);
    size += length;
  }

  /** Overwrites four bytes written before. */
  void setInt(int position, int value) {
    INTS.set(bytes, position, value);
  }

  /**
   * The bytes themselves, for a writer that keeps its own position; valid until the next reserve.
   */
  byte[] bytes() {
    return bytes;
  }

  int size() {
    return size;
  }

  /** Forgets what stands behind the position, or takes what was written into {@link #bytes()}. */
  void setSize(int position) {
    size = position;
  }

  void clear() {
    size = 0;
  }

  /** What was written, as text. */
  @Override
  public String toString() {
    return new String(bytes, 0, size, StandardCharsets.US_ASCII);
  }
}
