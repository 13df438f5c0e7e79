package dev.weir.compare;

import dev.weir.config.Strategy;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.ServerProfile;
import dev.weir.statistics.Snapshot;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The bench a strategy runs on: one for all, or one for each server, of which one is open. */
final class Benches implements AutoCloseable {
  private static final String ONLY = "";

  private final ComparisonRequest request;
  private final Consumer<Snapshot> samples;
  private final Map<String, ServerProfile> profiles = new HashMap<>();
  private String current;
  private Bench open;

  Benches(ComparisonRequest request, Consumer<Snapshot> samples) {
    this.request = request;
    this.samples = samples;
  }

  /**
   * Opens the bench of the strategy's server, unless it is open.
   *
   * @throws SQLException if the server does not start or is lost
   */
  Bench of(Strategy strategy) throws SQLException {
    String server = server(strategy).orElse(ONLY);
    if (open != null && server.equals(current)) {
      return open;
    }
    close();
    DatabaseAddress address = request.database();
    if (!server.equals(ONLY)) {
      try {
        address = request.inquiry().servers().orElseThrow().servers().enter(server);
      } catch (IOException e) {
        throw new SQLException("server " + server + ": " + e.getMessage(), e);
      }
    }
    open = Bench.open(request.at(address), samples);
    current = server;
    profiles.put(server, open.server());
    return open;
  }

  /** The bench that is open; empty before the first and after the last. */
  Optional<Bench> open() {
    return Optional.ofNullable(open);
  }

  /** The name of the server settings the strategy runs with, where they are varied. */
  Optional<String> server(Strategy strategy) {
    return request.inquiry().servers().flatMap(turns -> turns.server(strategy.name()));
  }

  /** What the strategy's server promises; as long as it was not there, what another does. */
  ServerProfile profile(Strategy strategy) {
    ServerProfile own = profiles.get(server(strategy).orElse(ONLY));
    return own == null ? profiles.values().iterator().next() : own;
  }

  /** The same runs, in each round those of one server together: a change of servers takes time. */
  List<PlannedRun> together(List<PlannedRun> plan) {
    Map<String, List<PlannedRun>> blocks = new LinkedHashMap<>();
    for (PlannedRun run : plan) {
      blocks
          .computeIfAbsent(
              run.round() + " " + server(run.strategy()).orElse(ONLY), key -> new ArrayList<>())
          .add(run);
    }
    List<PlannedRun> runs = new ArrayList<>();
    blocks.values().forEach(runs::addAll);
    return runs;
  }

  @Override
  public void close() throws SQLException {
    if (open != null) {
      Bench closing = open;
      open = null;
      closing.close();
    }
  }
}
