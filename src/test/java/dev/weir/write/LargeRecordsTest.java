package dev.weir.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Layouts;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LargeRecordsTest {
  private static DatabaseAddress address;

  @BeforeAll
  static void makeDatabase() {
    address = TestServers.address();
  }

  private static void stores(Layout layout, WriteMethod method, List<Record> records)
      throws SQLException {
    int measurements = records.get(0).measurements();
    try (TestTable table = new TestTable(address, layout, measurements)) {
      table.store(method, records, records.size());
      assertThat(table.stored()).isEqualTo(TestTable.expected(records));
    }
  }

  @ByEachWriter
  void theWidestRowIsStored(WriteMethod method) throws SQLException {
    int most = Layouts.WIDE.maximumMeasurements();
    assertThat(most).isEqualTo(1014);
    stores(Layouts.WIDE, method, AwkwardRecords.plain(0, 70, most));
  }

  @Test
  void rowsBeyondTheWidestAreStoredInTheOtherLayouts() throws SQLException {
    for (Layout layout : List.of(Layouts.NARROW, Layouts.ARRAY, Layouts.JSONB)) {
      stores(layout, WriteMethod.COPY_BINARY, AwkwardRecords.of(0, 5, 5000));
    }
  }

  @Tag("long")
  @ByEachWriter
  void theLargestRecordsAreStored(WriteMethod method) throws SQLException {
    for (Layout layout : List.of(Layouts.NARROW, Layouts.ARRAY, Layouts.JSONB)) {
      stores(layout, method, AwkwardRecords.of(2, 1, layout.maximumMeasurements()));
    }
  }
}
