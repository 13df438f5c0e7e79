package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StrategyTest {
  private static final Path FILE = Path.of("routes/strategies/x.camel.yaml");

  @Test
  void whatIsNotSetHasItsDefault() {
    Strategy strategy = strategy(Map.of("layout", "wide", "method", "copy-binary"));

    assertThat(strategy.number(StrategySetting.BATCH_SIZE)).isEqualTo(1000);
    assertThat(strategy.time(StrategySetting.BATCH_TIMEOUT)).contains(Duration.ofSeconds(1));
    assertThat(strategy.time(StrategySetting.PARTITION)).isEmpty();
    assertThat(strategy.words(StrategySetting.INDEXES)).isEmpty();
    assertThat(strategy.flag(StrategySetting.PRIMARY_KEY)).isTrue();
  }

  @Test
  void everyProblemIsReportedAtOnce() {
    Map<String, String> written = new LinkedHashMap<>();
    written.put("layout", "broad");
    written.put("batchSize", "10k");
    written.put("writers", "0");
    written.put("batchsize", "10");

    assertThatThrownBy(() -> strategy(written))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("x.camel.yaml: layout is \"broad\"; one of wide, narrow")
        .hasMessageContaining("batchSize is \"10k\"; a whole number from 1 to 1000000 is needed")
        .hasMessageContaining("writers is \"0\"; a whole number from 1 to 64 is needed")
        .hasMessageContaining("batchsize is \"10\"; a key Weir knows")
        .hasMessageContaining("method is missing; one of camel-jdbc");
  }

  @Test
  void aVariationNamesItselfAndKeepsTheRest() {
    Strategy varied =
        strategy(Map.of("layout", "wide", "method", "unnest"))
            .with(StrategySetting.BATCH_SIZE, "10")
            .with(StrategySetting.WRITERS, "2");

    assertThat(varied.name()).isEqualTo("x[batchSize=10,writers=2]");
    assertThat(varied.get(StrategySetting.METHOD)).isEqualTo("unnest");
    assertThat(varied.overrides())
        .containsOnly(
            Map.entry(StrategySetting.BATCH_SIZE, "10"), Map.entry(StrategySetting.WRITERS, "2"));
  }

  @Test
  void aVariationOutOfRangeIsRefused() {
    Strategy strategy = strategy(Map.of("layout", "wide", "method", "unnest"));

    assertThatThrownBy(() -> strategy.with(StrategySetting.BATCH_TIMEOUT, "1 s"))
        .hasMessage(
            "--vary: batchTimeout is \"1 s\"; a time from 1ms to 1h such as 500ms, 10s or 2h"
                + " is needed");
  }

  @ParameterizedTest
  @EnumSource(StrategySetting.class)
  void everyDefaultIsAValueOfItsKind(StrategySetting setting) {
    if (!setting.isRequired()) {
      assertThat(setting.kind().accepts(setting.defaultValue())).isTrue();
    }
    assertThat(StrategySetting.named(setting.key())).contains(setting);
  }

  private static Strategy strategy(Map<String, String> written) {
    return Strategy.of("x", FILE, FILE.toString(), written);
  }
}
