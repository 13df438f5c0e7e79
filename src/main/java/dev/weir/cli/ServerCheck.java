package dev.weir.cli;

import dev.weir.config.Problems;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.Pools;
import dev.weir.postgres.ServerProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Asks a server that is there, before anything is started, whether it and the account will do. */
final class ServerCheck {
  /** Beside the writers: tables, statistics, samples, probes. */
  private static final int FURTHER_CONNECTIONS = 4;

  private ServerCheck() {}

  /** Collects what keeps these strategies from running there; an embedded server always will do. */
  static void collect(
      String given, Map<String, String> environment, List<Strategy> strategies, Problems problems)
      throws SQLException {
    if (given.equals(Database.EMBEDDED)) {
      return;
    }
    int writers =
        strategies.stream().mapToInt(s -> s.number(StrategySetting.WRITERS)).max().orElse(1);
    ServerProfile[] profile = new ServerProfile[1];
    DatabaseAddress[] address = new DatabaseAddress[1];
    SQLException[] failure = new SQLException[1];
    problems.collect(
        () -> {
          address[0] = DatabaseAddress.parse(given, environment);
          try (Connection connection = Pools.connect(address[0], "weir-check")) {
            profile[0] = ServerProfile.read(connection);
          } catch (SQLException e) {
            failure[0] = e;
          }
        });
    if (failure[0] != null) {
      problems.throwIfAny();
      throw failure[0];
    }
    if (profile[0] != null) {
      profile[0]
          .problems(address[0].display(), writers + FURTHER_CONNECTIONS)
          .forEach(problems::add);
    }
  }
}
