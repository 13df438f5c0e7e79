package dev.weir.write;

import dev.weir.dataset.Record;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Records made of what goes wrong: special doubles, nulls, and times that encoders got wrong. */
public final class AwkwardRecords {
  static final double[] DOUBLES = {
    -0.0,
    0.0,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN,
    Double.longBitsToDouble(0xfff8_0000_0000_0001L), // another NaN
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MIN_NORMAL,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    2.225073858507201E-308, // the largest subnormal
    0.1,
    1.0 / 3,
    9007199254740991.0,
    1E22,
    Double.parseDouble("1e23"),
    (double) 123_456_789_012_345_678L,
    -1.5e-5,
    1
  };

  static final String[] TIMES = {
    "1969-12-31T23:59:59.999999Z",
    "1999-12-31T23:59:59.5Z",
    "1970-01-01T00:00:00Z",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999Z",
    "2024-02-29T12:34:56.000001Z",
    "2026-03-29T01:30:00Z", // does not exist in Europe's local time
    "2000-01-01T00:00:00Z",
    "1883-11-18T12:03:58Z"
  };

  private AwkwardRecords() {}

  /** Microseconds since 1970 of a time, truncated. */
  static long micros(String time) {
    Instant instant = Instant.parse(time);
    return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000;
  }

  /** So many records; every awkward value comes up with every kind of null. */
  public static List<Record> of(int firstId, int records, int measurements) {
    List<Record> made = new ArrayList<>();
    for (int id = firstId; id < firstId + records; id++) {
      made.add(record(id, measurements));
    }
    return made;
  }

  static Record record(int id, int measurements) {
    SplittableRandom random = new SplittableRandom(id);
    double[] values = new double[measurements];
    long[] nulls = new long[(measurements + 63) / 64];
    int sharePercent = new int[] {0, 0, 1, 50, 100}[id % 5];
    for (int i = 0; i < measurements; i++) {
      values[i] =
          random.nextInt(4) == 0
              ? Double.longBitsToDouble(random.nextLong())
              : DOUBLES[random.nextInt(DOUBLES.length)];
      if (random.nextInt(100) < sharePercent) {
        nulls[i >> 6] |= 1L << (i & 63);
      }
    }
    return new Record(
        id,
        id,
        micros(TIMES[id % TIMES.length]),
        id % 2 == 0 ? id : -id,
        values,
        sharePercent == 0 ? null : nulls);
  }

  /** A record without nulls or anything awkward. */
  static Record plainRecord(long id, int measurements) {
    double[] values = new double[measurements];
    SplittableRandom random = new SplittableRandom(id);
    for (int i = 0; i < measurements; i++) {
      values[i] = random.nextDouble() * 100;
    }
    return new Record(
        id, id, 1_767_225_600_000_000L + id * 1_000_000, (int) (id % 10), values, null);
  }

  static List<Record> plain(int firstId, int records, int measurements) {
    List<Record> made = new ArrayList<>();
    for (int id = firstId; id < firstId + records; id++) {
      made.add(plainRecord(id, measurements));
    }
    return made;
  }
}
