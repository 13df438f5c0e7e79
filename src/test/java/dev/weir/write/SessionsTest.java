package dev.weir.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Layouts;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** What the JVM is set to must not get into what is stored. */
class SessionsTest {
  private static DatabaseAddress address;
  private final TimeZone zone = TimeZone.getDefault();
  private final Locale locale = Locale.getDefault();

  @BeforeAll
  static void makeDatabase() {
    address = TestServers.address();
  }

  @AfterEach
  void setBack() {
    TimeZone.setDefault(zone);
    Locale.setDefault(locale);
  }

  @ByEachWriter
  void theTimeZoneAndTheLocaleOfTheJvmChangeNothing(WriteMethod method) throws SQLException {
    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Calcutta"));
    Locale.setDefault(Locale.forLanguageTag("ar-SA-u-nu-arab"));
    List<Record> records = AwkwardRecords.of(0, 40, 3);
    for (Layout layout : List.of(Layouts.WIDE, Layouts.JSONB)) {
      try (TestTable table = new TestTable(address, layout, 3)) {
        table.store(method, records, 40);
        assertThat(table.stored()).isEqualTo(TestTable.expected(records));
      }
    }
  }

  /** Against what people write by hand, not against our own digest alone. */
  @ByEachWriter
  void whatIsStoredEqualsAPlainInsert(WriteMethod method) throws SQLException {
    try (TestTable table = new TestTable(address, Layouts.ARRAY, 5)) {
      StringBuilder plain = new StringBuilder("INSERT INTO measurements_array VALUES ");
      for (int i = 0; i < AwkwardRecords.TIMES.length; i++) {
        plain
            .append(i == 0 ? "(" : ", (")
            .append(i)
            .append(", '")
            .append(AwkwardRecords.TIMES[i])
            .append("', -3, '{-0,NaN,NULL,4.9E-324,-Infinity}')");
      }
      table.execute(plain.toString());
      StoredRecords expected = table.stored();
      table.create();
      double[] values = {-0.0, Double.NaN, 7, Double.MIN_VALUE, Double.NEGATIVE_INFINITY};
      List<Record> records = new ArrayList<>();
      for (int i = 0; i < AwkwardRecords.TIMES.length; i++) {
        long micros = AwkwardRecords.micros(AwkwardRecords.TIMES[i]);
        records.add(new Record(i, i, micros, -3, values, new long[] {0b00100}));
      }
      table.store(method, records, 4);
      assertThat(table.stored()).isEqualTo(expected);
    }
  }
}
