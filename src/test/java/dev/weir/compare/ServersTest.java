package dev.weir.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.Strategy;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.EmbeddedServer;
import dev.weir.postgres.TestServers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServersTest {

  /** Two servers of which one runs, as the command line makes them. */
  private static final class TwoServers implements Servers, AutoCloseable {
    private final Map<String, EmbeddedServer> servers = new LinkedHashMap<>();
    private final List<String> entered = new ArrayList<>();
    private String running = "images";

    TwoServers() throws IOException {
      servers.put("plain", TestServers.fresh(Map.of("full_page_writes", "off")));
      servers.get("plain").rest();
      servers.put("images", TestServers.fresh(Map.of()));
    }

    @Override
    public List<String> names() {
      return List.copyOf(servers.keySet());
    }

    @Override
    public DatabaseAddress enter(String name) throws IOException {
      if (!name.equals(running)) {
        servers.get(running).rest();
        servers.get(name).startAgain();
        running = name;
      }
      entered.add(name);
      return servers.get(name).address();
    }

    @Override
    public Path volume() {
      return servers.get("plain").dataFolder();
    }

    @Override
    public String describe(String name) {
      return name + " settings";
    }

    @Override
    public void close() throws IOException {
      for (EmbeddedServer server : servers.values()) {
        server.close();
      }
    }
  }

  private static Strategy named(String name) {
    Strategy strategy = TinyComparison.strategy("wide-copy-1000");
    return new Strategy(name, strategy.file(), strategy.settings(), strategy.overrides());
  }

  @Test
  void everyStrategyRunsOnItsServerAndAServerIsEnteredOnceARound() throws Exception {
    try (TwoServers servers = new TwoServers()) {
      List<Strategy> strategies = List.of(named("a"), named("b"), named("c"), named("d"));
      Map<String, String> on = Map.of("a", "plain", "b", "images", "c", "plain", "d", "images");
      ComparisonRequest plain = TinyComparison.request(servers.enter("images"), 2, strategies);
      ComparisonResult result =
          new Comparison(
                  TinyComparison.asking(
                      plain,
                      new Inquiry(
                          false,
                          true,
                          Optional.of(servers.volume()),
                          Optional.empty(),
                          Optional.of(new ServerTurns(servers, on)),
                          Optional.empty())),
                  TinyComparison.NOBODY)
              .run();
      assertThat(result.complete()).isTrue();
      assertThat(result.isVerified()).isTrue();
      assertThat(result.runs()).hasSize(8);
      assertThat(servers.entered).hasSizeBetween(3, 5);
      for (ComparisonResult.Compared strategy : result.strategies()) {
        assertThat(strategy.settings()).containsEntry("server", on.get(strategy.name()));
        assertThat(strategy.promise().fullPageWrites())
            .isEqualTo(on.get(strategy.name()).equals("images"));
      }
      assertThat(result.findings().predictions())
          .filteredOn(p -> p.metric() == Metric.COMMITS_PER_SECOND)
          .allSatisfy(p -> assertThat(p.basis()).contains("fdatasync"));
      assertThat(result.notes()).contains("server plain: plain settings");
    }
  }
}
