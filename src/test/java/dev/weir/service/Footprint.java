package dev.weir.service;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What this Java process takes up, and what it shows.
 *
 * @param heapBytes after a full collection
 * @param connections of clients to the server, the one that asks included
 * @param files open files and sockets
 * @param series on the metrics page by name and labels, without those of garbage collection: one
 *     comes with every cause that occurs for the first time
 */
record Footprint(long heapBytes, int threads, int connections, long files, Set<String> series) {

  static Footprint now(DatabaseAddress database, String metrics) throws SQLException {
    System.gc();
    return new Footprint(
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
        ManagementFactory.getThreadMXBean().getThreadCount(),
        connections(database),
        ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getOpenFileDescriptorCount(),
        metrics
            .lines()
            .filter(Footprint::isCounted)
            .map(line -> line.substring(0, line.lastIndexOf(' ')))
            .collect(Collectors.toSet()));
  }

  private static boolean isCounted(String line) {
    return !line.startsWith("#") && !line.startsWith("jvm_gc_pause");
  }

  private static int connections(DatabaseAddress database) throws SQLException {
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")) {
      row.next();
      return row.getInt(1);
    }
  }

  @Override
  public String toString() {
    return "heap %.1f MB, %d threads, %d connections, %d open files, %d series"
        .formatted(heapBytes / 1e6, threads, connections, files, series.size());
  }
}
