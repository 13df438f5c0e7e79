package dev.weir.dataset;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.LongStream;

/**
 * A digest over records that depends neither on their order nor on how a table holds them: md5 over
 * each record, xor over the md5s. What PostgreSQL computes from a stored table must be equal.
 *
 * <p>The bytes of a record are those PostgreSQL's send functions give: {@code int8send(id) ||
 * timestamptz_send(recorded_at) || int4send(series) || array_send(measurements)}. So a null is told
 * from any value, and a value counts with all its 64 bits.
 *
 * <p>Not thread-safe: one digest a thread, then {@link #merge}.
 */
public final class RecordDigest {
  /** PostgreSQL counts microseconds from 2000-01-01T00:00:00Z. */
  private static final long POSTGRES_EPOCH_MICROS = 946_684_800_000_000L;

  private static final int FLOAT8_OID = 701;
  private static final int NULL_LENGTH = -1;

  private static final int ARRAY = Long.BYTES + Long.BYTES + Integer.BYTES;
  private static final int HAS_NULLS = ARRAY + Integer.BYTES;
  private static final int ELEMENTS = ARRAY + 5 * Integer.BYTES;

  private static final int MD5_BYTES = 16;
  private static final long RECORDS_A_CHUNK = 4_096;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private final MessageDigest md5;
  private final byte[] sum = new byte[MD5_BYTES];
  private byte[] bytes = {};
  private int measurements = -1;
  private long high;
  private long low;
  private long records;

  public RecordDigest() {
    try {
      md5 = MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has MD5, this one has not", e);
    }
  }

  /**
   * The digest of the records at {@code first}, {@code first + step} and so on, computed by all
   * cores.
   *
   * @param first the first position, from 0
   * @param step the distance from one position to the next, at least 1
   * @param count how many records, from 0
   */
  public static RecordDigest of(Dataset dataset, long first, long step, long count) {
    long chunks = (count + RECORDS_A_CHUNK - 1) / RECORDS_A_CHUNK;
    return LongStream.range(0, chunks)
        .parallel()
        .collect(
            RecordDigest::new,
            (digest, chunk) -> {
              long from = chunk * RECORDS_A_CHUNK;
              long to = Math.min(from + RECORDS_A_CHUNK, count);
              for (long index = from; index < to; index++) {
                digest.add(dataset.record(first + index * step));
              }
            },
            RecordDigest::merge);
  }

  /** Takes one record in. A record taken in twice is as if it had never been, but for the count. */
  public void add(Record record) {
    int length = encode(record);
    try {
      md5.update(bytes, 0, length);
      md5.digest(sum, 0, MD5_BYTES);
    } catch (DigestException e) {
      throw new IllegalStateException("MD5 gives 16 bytes", e);
    }
    high ^= (long) LONG.get(sum, 0);
    low ^= (long) LONG.get(sum, Long.BYTES);
    records++;
  }

  /** Takes in what another digest has taken in. */
  public void merge(RecordDigest other) {
    high ^= other.high;
    low ^= other.low;
    records += other.records;
  }

  /** How many records were taken in. */
  public long records() {
    return records;
  }

  /** The digest as 32 hexadecimal digits in lower case; all 0 when no record was taken in. */
  public String hex() {
    return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
  }

  private int encode(Record record) {
    int count = record.measurements();
    if (count != measurements) {
      prepare(count);
    }
    LONG.set(bytes, 0, record.id());
    LONG.set(bytes, Long.BYTES, record.recordedAtMicros() - POSTGRES_EPOCH_MICROS);
    INT.set(bytes, 2 * Long.BYTES, record.series());
    INT.set(bytes, HAS_NULLS, 0);
    int at = ELEMENTS;
    for (int measurement = 0; measurement < count; measurement++) {
      if (record.isNull(measurement)) {
        INT.set(bytes, HAS_NULLS, 1);
        INT.set(bytes, at, NULL_LENGTH);
        at += Integer.BYTES;
      } else {
        INT.set(bytes, at, Long.BYTES);
        LONG.set(bytes, at + Integer.BYTES, record.bits(measurement));
        at += Integer.BYTES + Long.BYTES;
      }
    }
    return at;
  }

  /** Writes the part of the array's header that is the same for all records of a size. */
  private void prepare(int count) {
    if (count == 0) {
      throw new IllegalArgumentException("A record has at least one measurement");
    }
    measurements = count;
    bytes = new byte[ELEMENTS + count * (Integer.BYTES + Long.BYTES)];
    int dimensions = 1;
    int lowerBound = 1;
    INT.set(bytes, ARRAY, dimensions);
    INT.set(bytes, HAS_NULLS + Integer.BYTES, FLOAT8_OID);
    INT.set(bytes, HAS_NULLS + 2 * Integer.BYTES, count);
    INT.set(bytes, HAS_NULLS + 3 * Integer.BYTES, lowerBound);
  }
}
