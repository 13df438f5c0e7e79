package dev.weir.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.browser.Browser;
import dev.weir.config.TestHome;
import dev.weir.postgres.EmbeddedServer;
import dev.weir.postgres.TestServers;
import dev.weir.web.DashboardPage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard of a service that stores in earnest, and whose server is killed. */
class LiveDashboardTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  @Test
  void chartsMoveASwapAppearsAndTheServersDeathAndReturnShow() throws Exception {
    TestHome home = TestHome.in(folder.resolve("home"), Map.of());
    Scenery scenery = new Scenery(folder);
    scenery.put("narrow-copy-1000");
    try (Browser browser = Browser.start();
        EmbeddedServer server = TestServers.fresh(Map.of());
        Service service =
            new Service(
                scenery.served(server.address(), OptionalDouble.of(1_500), home.home()),
                new OtherService.Silent())) {
      CompletableFuture<Void> running = Scenery.start(service);
      DashboardPage page = new DashboardPage(browser, home.port());
      page.open();
      page.awaitText("#health", "All is well");
      page.awaitText("#strategies h3", "narrow-copy-1000");
      page.awaitText("#chart-wal .latest", "B/s");
      assertEachChartMoves(page);

      scenery.put("wide-copy-1000");
      page.awaitText("#strategies h3", "wide-copy-1000");
      page.awaitText("#periods tbody tr:first-child", "no. 2, wide");
      page.awaitText("#periods tbody tr:last-child", "no. 1, narrow");
      page.looks("live");

      server.kill();
      page.awaitText("#health", "PostgreSQL does not answer");
      page.awaitText("#server-line", "away since");
      page.awaitText("#chart-records .latest", "does not answer");
      page.looks("live-server-away");
      server.startAgain();
      page.awaitText("#health", "All is well");
      page.awaitText("#chart-records .latest", "wide-copy-1000: ");
      assertThat(page.text("#server-line")).doesNotContain("away");
      page.assertQuiet();

      service.stop();
      running.get(30, TimeUnit.SECONDS);
      scenery.assertFirstPart(server.address(), Scenery.SLOT);
    }
  }

  private static void assertEachChartMoves(DashboardPage page) {
    List<String> before = DashboardPage.CHARTS.stream().map(page::picture).toList();
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              for (int i = 0; i < before.size(); i++) {
                String chart = DashboardPage.CHARTS.get(i);
                assertThat(page.picture(chart).equals(before.get(i)))
                    .as(chart + " as it was")
                    .isFalse();
              }
            });
  }
}
