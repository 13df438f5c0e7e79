package dev.weir.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StatisticsCatalogTest {
  private static final String SERVER =
      """
      description: The server.
      read: sample
      columns:
        clock: {kind: gauge, unit: seconds, description: the clock}
      sql:
        14: SELECT 1 AS clock
      """;

  @Test
  void everyViewHasItsNameInTheIndex() throws IOException, URISyntaxException {
    Path folder =
        Path.of(StatisticsCatalog.class.getResource("/statistics/catalog.yaml").toURI())
            .getParent();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(StatisticsCatalog.load().views().stream().map(StatisticsView::name))
          .containsExactlyInAnyOrderElementsOf(
              files
                  .map(file -> file.getFileName().toString().replace(".yaml", ""))
                  .filter(name -> !name.equals("catalog"))
                  .toList());
    }
  }

  @Test
  void namesStay() {
    assertThat(StatisticsCatalog.load().views().stream().map(StatisticsView::name))
        .containsExactly(
            "server",
            "wal_position",
            "pg_stat_wal",
            "pg_stat_checkpointer",
            "pg_stat_bgwriter",
            "pg_stat_database",
            "pg_stat_io",
            "pg_stat_user_tables",
            "pg_stat_progress_copy",
            "table_size",
            "index_size",
            "toast_size",
            "pg_stat_user_indexes",
            "pg_statio_user_tables",
            "pg_statio_user_indexes",
            "pg_stat_slru",
            "pg_stat_archiver",
            "replication_slots",
            "wal_directory",
            "session_wal",
            "session_io",
            "session_waits");
  }

  @Test
  void theHighestVersionUpToTheServersIsUsed() {
    StatisticsView view = StatisticsCatalog.load().view("pg_stat_io").orElseThrow();

    assertThat(view.sql(15)).isEmpty();
    assertThat(view.sql(16)).isEqualTo(view.sql(17)).isNotEqualTo(view.sql(18));
    assertThat(view.sql(19)).isEqualTo(view.sql(18));
    assertThat(StatisticsCatalog.load().views(15)).doesNotContain(view);
  }

  @Test
  void aTablesNameIsQuotedIntoItsQuery() {
    StatisticsView sizes = StatisticsCatalog.load().view("table_size").orElseThrow();

    assertThat(sizes.queries(18, List.of("it's\\")))
        .singleElement()
        .extracting(StatisticsQuery::sql)
        .asString()
        .contains("to_regclass(E'it''s\\\\')");
  }

  @Test
  void everyProblemOfEveryFileIsNamedWithFileAndKey() {
    Map<String, String> files =
        Map.of(
            "catalog.yaml",
            "views: [server, broken, gone, torn]",
            "server.yaml",
            SERVER,
            "broken.yaml",
            """
            description: Broken.
            read: now and then
            colour: red
            labels: relation
            columns:
              a: {kind: number, unit: bytes, description: a figure}
              b: {kind: gauge, description: a figure, colour: red}
              c: counter
            sql:
              9: SELECT 1
              14: DELETE FROM t
            """,
            "torn.yaml",
            "description: [");

    ConfigurationException thrown =
        catchThrowableOfType(
            ConfigurationException.class, () -> StatisticsCatalog.load(files::get));

    assertThat(thrown.problems())
        .extracting(Problem::where, Problem::key)
        .extracting(place -> place.toList().get(0) + " " + place.toList().get(1))
        .containsExactlyInAnyOrder(
            "statistics/broken.yaml read",
            "statistics/broken.yaml colour",
            "statistics/broken.yaml labels",
            "statistics/broken.yaml columns.a.kind",
            "statistics/broken.yaml columns.b.unit",
            "statistics/broken.yaml columns.b.colour",
            "statistics/broken.yaml columns.c",
            "statistics/broken.yaml sql.9",
            "statistics/broken.yaml sql.14",
            "statistics/gone.yaml ",
            "statistics/torn.yaml ");
  }

  @Test
  void anIndexWithoutTheServersClockFirstIsRefused() {
    ConfigurationException thrown =
        catchThrowableOfType(
            ConfigurationException.class,
            () -> StatisticsCatalog.load(Map.of("catalog.yaml", "views: [pg_stat_wal]")::get));

    assertThat(thrown).hasMessageContaining("statistics/catalog.yaml: views");
  }
}
