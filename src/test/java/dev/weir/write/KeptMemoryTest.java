package dev.weir.write;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.dataset.Record;
import dev.weir.layout.Layouts;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.EmbeddedServer;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import dev.weir.postgres.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.postgresql.PGConnection;

@EnabledOnOs(OS.LINUX)
class KeptMemoryTest {
  private static final int MEASUREMENTS = 100;
  private static final int BATCHES = 40;
  private static final int BATCH = 500;

  /** On a server of its own: where there are many tables, a process meets a big block by itself. */
  @Test
  void aServerProcessThatKeepsItsMemoryFetchesLittleFromTheOperatingSystem() throws Exception {
    try (EmbeddedServer server = TestServers.fresh(Map.of())) {
      long kept = faults(server.address(), true);
      assertThat(kept).isLessThan(faults(server.address(), false) * 2 / 3);
    }
  }

  /** Pages the server's process got from the operating system while it took the later batches. */
  private static long faults(DatabaseAddress address, boolean keepMemory)
      throws SQLException, IOException {
    PoolSettings settings = PoolSettings.named("weir test").withKeepMemory(keepMemory);
    try (TestTable table = new TestTable(address, Layouts.WIDE, MEASUREMENTS);
        HikariDataSource pool = Pools.open(address, "weir test", 1, settings);
        Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      RowWriter rows = RowWriters.create(WriteMethod.COPY_BINARY, table.table, 1);
      int process = connection.unwrap(PGConnection.class).getBackendPID();
      long before = 0;
      for (int batch = 0; batch < 2 * BATCHES; batch++) {
        if (batch == BATCHES) {
          before = faultsSoFar(process);
        }
        rows.write(connection, records(batch * BATCH));
        connection.rollback();
      }
      return faultsSoFar(process) - before;
    }
  }

  private static List<Record> records(int firstId) {
    return IntStream.range(firstId, firstId + BATCH)
        .mapToObj(id -> AwkwardRecords.plainRecord(id, MEASUREMENTS))
        .toList();
  }

  /** "minflt" of proc(5): behind the name, which ends with the last bracket, the eighth field. */
  private static long faultsSoFar(int process) throws IOException {
    String status = Files.readString(Path.of("/proc", Integer.toString(process), "stat"));
    String[] fields = status.substring(status.lastIndexOf(')') + 2).split(" ", -1);
    return Long.parseLong(fields[7]);
  }
}
