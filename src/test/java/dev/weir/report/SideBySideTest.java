package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.Results;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SideBySideTest {

  private static Environment environment(String version, String cpu, Map<String, String> settings) {
    return new Environment(
        "test",
        "weir compare",
        "2026-11-30T12:00:00Z",
        new Environment.Machine("Linux", cpu, 2, 2, null, List.of("disk"), "ext4"),
        new Environment.Java("17", "OpenJDK", 1_000_000_000L),
        new Environment.Server(version, "here", true, "fsync on", settings));
  }

  private static ComparisonResult result(double... rates) {
    return new Results()
        .with(Results.strategy("copy"), Results.DURABLE)
        .runs("copy", 870, 890, rates)
        .result();
  }

  private static String lines(SideBySide.Side a, SideBySide.Side b) {
    return String.join("\n", new SideBySide(a, b).lines());
  }

  @Test
  void differencesOfEnvironmentAndSettingsStandBeforeTheFigures() {
    String lines =
        lines(
            new SideBySide.Side(
                "before",
                result(100, 101, 102),
                Optional.of(environment("17.6", "Xeon", Map.of("max_wal_size", "1GB")))),
            new SideBySide.Side(
                "after",
                result(200, 201, 202),
                Optional.of(environment("18.1", "Xeon", Map.of("max_wal_size", "6GB")))));
    assertThat(lines)
        .contains("PostgreSQL: 17.6 against 18.1")
        .contains("setting max_wal_size: 1GB against 6GB")
        .doesNotContain("WARNING")
        .doesNotContain("processor:");
    assertThat(lines.indexOf("PostgreSQL: 17.6")).isLessThan(lines.indexOf("records/s"));
    assertThat(lines.lines().filter(line -> line.startsWith("records/s")).findFirst().orElse(""))
        .contains("101", "201", "0.50", "B better");
  }

  @Test
  void otherMachinesAreWarnedOf() {
    assertThat(
            lines(
                new SideBySide.Side(
                    "a", result(1, 1, 1), Optional.of(environment("18.1", "Xeon", Map.of()))),
                new SideBySide.Side(
                    "b", result(1, 1, 1), Optional.of(environment("18.1", "EPYC", Map.of())))))
        .contains("WARNING: measured on different machines");
  }

  @Test
  void aMissingEnvironmentAndStrategiesOfOneSideAreWarnedOf() {
    ComparisonResult other =
        new Results()
            .with(Results.strategy("insert"), Results.DURABLE)
            .runs("insert", 1, 1, 1, 1, 1)
            .result();
    assertThat(
            lines(
                new SideBySide.Side("a", result(1, 1, 1), Optional.empty()),
                new SideBySide.Side("b", other, Optional.empty())))
        .contains("WARNING: the two have no strategy in common")
        .contains("environment.json is missing")
        .contains("In one of the two only: copy, insert");
  }

  @Test
  void whatIsNotComparableIsWarnedOfWithTheReason() {
    ComparisonResult careless =
        new Results()
            .with(Results.strategy("copy"), Results.NOT_WAITING)
            .runs("copy", 870, 890, 500, 500, 500)
            .result();
    assertThat(
            lines(
                new SideBySide.Side("a", result(1, 1, 1), Optional.empty()),
                new SideBySide.Side("b", careless, Optional.empty())))
        .contains("WARNING: copy is not comparable: they promise different things")
        .contains("not comparable");
  }
}
