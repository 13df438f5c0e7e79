package dev.weir.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.postgres.TestServers;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RecordDigestTest {
  private static final List<Instant> TIMES =
      List.of(
          Instant.parse("0001-01-01T00:00:00Z"),
          Instant.parse("1969-12-31T23:59:59.999999Z"),
          Instant.parse("1970-01-01T00:00:00Z"),
          Instant.parse("1999-12-31T23:59:59.5Z"),
          Instant.parse("2000-01-01T00:00:00Z"),
          Instant.parse("2026-11-30T10:52:14.123456Z"),
          Instant.parse("9999-12-31T23:59:59.999999Z"));

  private static final double[] VALUES = {
    0.0,
    -0.0,
    1.5,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    4.9E-324,
    -4.9E-324,
    1.7976931348623157E308,
    0.1,
    Math.PI
  };

  @Test
  void theBytesAreThoseOfPostgresSendFunctions() {
    // id 258, 2000-01-01T00:00:00.000001Z, series -2, {1.5, NULL, -0}
    String bytes =
        "0000000000000102"
            + "0000000000000001"
            + "fffffffe"
            + ("00000001" + "00000001" + "000002bd" + "00000003" + "00000001")
            + ("00000008" + "3ff8000000000000")
            + "ffffffff"
            + ("00000008" + "8000000000000000");
    Record record =
        new Record(
            0, 258, 946_684_800_000_001L, -2, new double[] {1.5, 99, -0.0}, new long[] {0b010});

    assertThat(digest(record).hex()).isEqualTo(md5(bytes));
  }

  @Test
  void aRecordWithoutNullsHasNoNullFlag() {
    String bytes =
        "0000000000000001"
            + "fffca2fec4c82000" // 1970-01-01
            + "00000000"
            + ("00000001" + "00000000" + "000002bd" + "00000001" + "00000001")
            + ("00000008" + "7ff8000000000000");
    double nanWithAPayload = Double.longBitsToDouble(0xFFF8_0000_0000_1234L);

    assertThat(digest(new Record(0, 1, 0, 0, new double[] {nanWithAPayload}, null)).hex())
        .isEqualTo(md5(bytes));
  }

  @Test
  void postgresComputesTheSame() throws SQLException {
    try (Connection connection = TestServers.connect(TestServers.address());
        PreparedStatement query =
            connection.prepareStatement(
                "SELECT md5(int8send(?::bigint) || timestamptz_send(?::text::timestamptz)"
                    + " || int4send(?::int) || array_send(?::text::float8[]))")) {
      for (Record record : recordsOfEveryKind()) {
        query.setLong(1, record.id());
        query.setString(2, instant(record).toString());
        query.setInt(3, record.series());
        query.setString(4, arrayText(record));
        try (ResultSet result = query.executeQuery()) {
          result.next();
          assertThat(digest(record).hex())
              .as("%s %s", instant(record), arrayText(record))
              .isEqualTo(result.getString(1));
        }
      }
    }
  }

  @Test
  void theOrderOfRecordsAndHowTheyWereGroupedDoNotMatter() {
    List<Record> records = recordsOfEveryKind();
    RecordDigest forward = new RecordDigest();
    records.forEach(forward::add);
    RecordDigest odd = new RecordDigest();
    RecordDigest even = new RecordDigest();
    for (int index = records.size() - 1; index >= 0; index--) {
      (index % 2 == 0 ? even : odd).add(records.get(index));
    }
    odd.merge(even);

    assertThat(odd.hex()).isEqualTo(forward.hex());
    assertThat(odd.records()).isEqualTo(forward.records()).isEqualTo(records.size());
  }

  @Test
  void nothingIsAllZero() {
    assertThat(new RecordDigest().hex()).isEqualTo("0".repeat(32));
    assertThat(new RecordDigest().records()).isZero();
  }

  @Test
  void eachPartOfARecordCounts() {
    double[] values = {1, 2};
    Record record = new Record(0, 1, 2, 3, values, null);
    assertThat(
            List.of(
                new Record(0, 2, 2, 3, values, null),
                new Record(0, 1, 3, 3, values, null),
                new Record(0, 1, 2, 4, values, null),
                new Record(0, 1, 2, 3, new double[] {2, 1}, null),
                new Record(0, 1, 2, 3, new double[] {1, Math.nextUp(2.0)}, null),
                new Record(0, 1, 2, 3, values, new long[] {0b01}),
                new Record(0, 1, 2, 3, values, new long[] {0b10}),
                new Record(0, 1, 2, 3, new double[] {1}, null)))
        .allSatisfy(other -> assertThat(digest(other).hex()).isNotEqualTo(digest(record).hex()));
  }

  @Test
  void recordsOfSeveralSizesMayFollowOneAnother() {
    Record one = new Record(0, 1, 0, 0, new double[] {1}, null);
    Record three = new Record(1, 2, 0, 0, new double[] {1, 2, 3}, new long[] {0b100});
    RecordDigest both = digest(one);
    both.add(three);
    both.add(one);

    assertThat(both.hex()).isEqualTo(digest(three).hex());
    assertThat(both.records()).isEqualTo(3);
  }

  @Test
  void aSliceIsDigestedByAllCoresAsByOne() {
    Dataset dataset =
        new GeneratedDataset(
            "small",
            7,
            Instant.EPOCH,
            Duration.ofSeconds(1),
            List.of(
                new MeasurementGroup("x", 5, new NormalShape(0, 1), 0.1, OptionalInt.empty(), 42)));
    for (long count : new long[] {0, 1, 4095, 4096, 4097, 30_000}) {
      RecordDigest expected = new RecordDigest();
      for (long index = 0; index < count; index++) {
        expected.add(dataset.record(3 + index * 4));
      }
      RecordDigest slice = RecordDigest.of(dataset, 3, 4, count);
      assertThat(slice.hex()).isEqualTo(expected.hex());
      assertThat(slice.records()).isEqualTo(count);
    }
  }

  @Test
  void aRecordWithoutMeasurementsIsRefused() {
    RecordDigest digest = new RecordDigest();
    Record empty = new Record(0, 1, 0, 0, new double[0], null);
    assertThatThrownBy(() -> digest.add(empty)).hasMessageContaining("at least one measurement");
  }

  private static List<Record> recordsOfEveryKind() {
    List<Record> records = new ArrayList<>();
    for (Instant time : TIMES) {
      long micros = RecordTime.micros(time);
      long id = records.size() * 1_000_000_000_000L - 2;
      records.add(new Record(0, id, micros, -records.size(), VALUES, null));
      records.add(new Record(0, id + 1, micros, 1, VALUES, new long[] {0b101_0000_0010}));
      records.add(new Record(0, id + 2, micros, 2, VALUES, new long[] {-1}));
    }
    for (double value : VALUES) {
      records.add(new Record(0, Long.MIN_VALUE, 0, Integer.MIN_VALUE, new double[] {value}, null));
    }
    return records;
  }

  private static RecordDigest digest(Record record) {
    RecordDigest digest = new RecordDigest();
    digest.add(record);
    return digest;
  }

  private static Instant instant(Record record) {
    return Instant.EPOCH.plus(record.recordedAtMicros(), ChronoUnit.MICROS);
  }

  private static String arrayText(Record record) {
    List<String> elements = new ArrayList<>();
    for (int measurement = 0; measurement < record.measurements(); measurement++) {
      elements.add(
          record.isNull(measurement) ? "NULL" : Double.toString(record.value(measurement)));
    }
    return "{" + String.join(",", elements) + "}";
  }

  private static String md5(String hex) {
    try {
      byte[] bytes = HexFormat.of().parseHex(hex);
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
