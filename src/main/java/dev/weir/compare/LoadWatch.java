package dev.weir.compare;

import dev.weir.camel.Ingestion;
import dev.weir.statistics.Figures;
import dev.weir.statistics.MachineCost;
import dev.weir.statistics.MachineReading;
import dev.weir.statistics.StatisticsReader;
import dev.weir.statistics.WaitProfile;
import dev.weir.statistics.WaitSampler;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches one load from beside it: what its sessions wait for, what the machine and this process
 * use, when checkpoints come, and at its end what the server counted for its sessions.
 */
final class LoadWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LoadWatch.class);

  private final Bench bench;
  private final CheckpointMoments checkpoints = new CheckpointMoments();
  private final MachineReading before;
  private MachineReading after;
  private WaitSampler waits;
  private WaitProfile profile;
  private Figures sessions;

  /** Begins to watch, right before the load is started. */
  LoadWatch(Bench bench) {
    this.bench = bench;
    bench.watchSamples(checkpoints);
    this.before = bench.machine().readAtBegin();
  }

  /** The load has been started. */
  void watch(Ingestion ingestion, int lanes) {
    waits = WaitSampler.start(bench.waitsPool(), ingestion.sessionName(), WaitSampler.PERIOD);
    ingestion.beforeDisconnecting(
        pool -> {
          if (ingestion.failure().isEmpty()) {
            countSessions(pool, lanes, ingestion.sessionName());
          }
        });
  }

  /** The last batch has been stored; the sessions are still there. */
  void ended() {
    after = bench.machine().readAtEnd();
    bench.watchSamples(snapshot -> {});
    profile = waits.profile();
    waits.close();
  }

  @Override
  public void close() {
    bench.watchSamples(snapshot -> {});
    if (waits != null) {
      waits.close();
    }
  }

  /** What this process and the machine used. */
  MachineCost machine() {
    return MachineCost.between(before, after);
  }

  /** Whether the machine is the server's, too. */
  boolean isServerHere() {
    return bench.machine().isServerHere();
  }

  WaitProfile waits() {
    return profile;
  }

  CheckpointMoments checkpoints() {
    return checkpoints;
  }

  /** What the server counted for the lanes' sessions; empty before version 18. */
  Optional<Figures> sessions() {
    return Optional.ofNullable(sessions);
  }

  /** A session hands its counts on when it is told to, else up to ten seconds late. */
  private void countSessions(DataSource pool, int lanes, String name) {
    int major = bench.server().major();
    Optional<String> flush = StatisticsReader.flushStatement(major);
    if (major < StatisticsReader.FIRST_WITH_SESSIONS || flush.isEmpty()) {
      return;
    }
    List<Connection> borrowed = new ArrayList<>();
    try {
      while (borrowed.size() < lanes) {
        Connection connection = pool.getConnection();
        borrowed.add(connection);
        try (Statement statement = connection.createStatement()) {
          statement.execute(flush.get());
        }
      }
      sessions = bench.reader().readSessions(name).figures();
    } catch (SQLException e) {
      LOG.info("what the lanes' sessions did is not known", e);
    } finally {
      borrowed.forEach(LoadWatch::giveBack);
    }
  }

  private static void giveBack(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.info("a lane's connection was lost at its end", e);
    }
  }
}
