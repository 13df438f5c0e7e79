package dev.weir.camel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.Home;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Datasets;
import dev.weir.layout.Layouts;
import dev.weir.layout.Table;
import dev.weir.layout.TableCreation;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import org.apache.camel.model.ModelCamelContext;
import org.junit.jupiter.api.Test;

/** A service swaps strategies for months: what Camel holds of one that is gone would add up. */
class SwapGrowthTest {
  private final Home home = Home.locate();
  private final Dataset sensors = new Datasets(home.datasets()).open("sensors");

  /** What a context holds, by kind. */
  private record Holdings(int routes, int definitions, int templates, int endpoints, int beans) {
    static Holdings of(ModelCamelContext context) {
      return new Holdings(
          context.getRoutesSize(),
          context.getRouteDefinitions().size(),
          context.getRouteTemplateDefinitions().size(),
          context.getEndpoints().size(),
          context.getRegistry().findByType(Object.class).size());
    }
  }

  @Test
  void manyStrategiesOneAfterTheOtherLeaveNothingInCamel() throws Exception {
    DatabaseAddress database = TestServers.address();
    Table table =
        new Table("", "swapped", Layouts.WIDE, sensors.measurements(), TableOptions.defaults());
    try (Connection connection = TestServers.connect(database)) {
      new TableCreation(table, List.of()).createIfMissing(connection);
    }
    try (Pipeline pipeline = new Pipeline(home, database)) {
      int position = 0;
      Holdings first = null;
      for (int swap = 0; swap < 20; swap++) {
        Strategy strategy =
            new StrategyFiles(home)
                .load(swap % 2 == 0 ? "wide-copy-1000" : "wide-insert-50")
                .with(StrategySetting.BATCH_SIZE, Integer.toString(50 + swap));
        IngestionRequest request =
            IngestionRequest.of(sensors, table, 100).from(List.of((long) position));
        try (Ingestion ingestion = pipeline.ingest(strategy, request)) {
          assertThat(ingestion.awaitEnd(Duration.ofSeconds(30))).isTrue();
          assertThat(ingestion.failure()).isEmpty();
        }
        position += 100;
        first = swap == 1 ? Holdings.of(pipeline.context()) : first;
      }
      assertThat(Holdings.of(pipeline.context())).isEqualTo(first);
    }
  }
}
