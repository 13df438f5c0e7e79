package dev.weir.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What may be claimed of the periods of a service. */
class ServicePeriodsTest {
  private static final Promise DURABLE = new Promise(true, "on", true, "replica", true, false);

  private static ServicePeriod period(int number, String strategy, long walBytes, boolean valid) {
    return new ServicePeriod(
        number,
        "live",
        strategy,
        "sensors",
        100,
        "weir_live_sensors_wide",
        Map.of("layout", "wide", "batchSize", "1000"),
        DURABLE,
        "2026-01-01T00:00:%02dZ".formatted(number),
        "2026-01-01T00:01:%02dZ".formatted(number),
        60.0,
        60_000,
        60,
        new RunResult.BatchMillis(1, 2, 3, 4, 5),
        walBytes,
        59_000L,
        null,
        null,
        0L,
        0L,
        null,
        null,
        null,
        60_000_000L,
        60_000L,
        0,
        Map.of(),
        true,
        valid,
        null,
        List.of());
  }

  /** The same, but not all it had read was stored by its end. */
  private static ServicePeriod failed(ServicePeriod period, String failure) {
    return like(period, period.settings(), false, failure);
  }

  private static ServicePeriod like(
      ServicePeriod first, Map<String, String> settings, boolean accounted, String failure) {
    return new ServicePeriod(
        first.number(),
        first.slot(),
        first.strategy(),
        first.dataset(),
        first.measurements(),
        first.table(),
        settings,
        first.promise(),
        first.startedAt(),
        first.endedAt(),
        first.seconds(),
        first.records(),
        first.commits(),
        first.batchMillis(),
        first.walBytes(),
        first.counted(),
        first.walRecords(),
        first.walFpi(),
        first.checkpointsTimed(),
        first.checkpointsRequested(),
        first.heapBytes(),
        first.indexBytes(),
        first.toastBytes(),
        first.diskGrowthBytes(),
        first.sized(),
        first.deadLettered(),
        first.waits(),
        accounted,
        first.valid(),
        failure,
        first.notes());
  }

  private static List<ServicePeriod> periods(int ofEach) {
    List<ServicePeriod> periods = new ArrayList<>();
    for (int i = 0; i < ofEach; i++) {
      periods.add(period(2 * i + 1, "narrow", 590_000_000L + i, true));
      periods.add(period(2 * i + 2, "wide", 59_000_000L + i, true));
    }
    return periods;
  }

  private static Verdict ofWal(ComparisonResult result) {
    return result.verdicts().stream()
        .filter(verdict -> verdict.metric() == Metric.WAL_BYTES_PER_RECORD)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void threePeriodsOfEachThatFallApartAreAClaimAndTwoAreNot() {
    Verdict claim = ofWal(ServicePeriods.result("1", periods(3)));
    assertThat(claim.verdict()).isEqualTo(Verdict.Outcome.B_BETTER);
    assertThat(claim.ratio()).isBetween(9.9, 10.1);
    Verdict tooFew = ofWal(ServicePeriods.result("1", periods(2)));
    assertThat(tooFew.verdict()).isEqualTo(Verdict.Outcome.NO_DIFFERENCE);
    assertThat(tooFew.why()).contains("at least 3");
  }

  @Test
  void walARecordIsByTheRecordsThatWereCountedWithIt() {
    RunResult run = ServicePeriods.result("1", periods(1)).runs().get(0);
    assertThat(run.wal().walBytesPerRecord()).isEqualTo(10_000);
    assertThat(run.disk().diskBytesPerRecord()).isEqualTo(1_000);
  }

  @Test
  void aPeriodThatIsTooShortOrStillGoesOnIsNotCounted() {
    List<ServicePeriod> periods = new ArrayList<>(periods(2));
    periods.add(period(5, "narrow", 590_000_000L, false));
    periods.add(period(6, "wide", 59_000_000L, true));
    assertThat(ofWal(ServicePeriods.result("1", periods)).verdict())
        .isEqualTo(Verdict.Outcome.NO_DIFFERENCE);
  }

  @Test
  void aFileOfTheSameNameWithOtherSettingsIsAnotherStrategy() {
    List<ServicePeriod> periods = new ArrayList<>(periods(1));
    ServicePeriod first = periods.get(0);
    periods.add(like(first, Map.of("layout", "wide", "batchSize", "10"), true, null));
    assertThat(ServicePeriods.result("1", periods).strategies())
        .extracting(ComparisonResult.Compared::name)
        .containsExactly("narrow", "wide", "narrow[batchSize=10]");
  }

  @Test
  void aPeriodThatDidNotStoreAllItHadReadSaysWhy() {
    List<ServicePeriod> periods = new ArrayList<>(periods(1));
    periods.add(failed(period(3, "wide", 59_000_000L, true), "7 records wait: no server"));
    // as a line written before reasons were kept is read
    periods.add(failed(period(4, "wide", 59_000_000L, true), null));
    ComparisonResult result = ServicePeriods.result("1", periods);
    assertThat(result.isVerified()).isFalse();
    assertThat(result.runs())
        .extracting(RunResult::failure)
        .containsExactly(
            null,
            null,
            "7 records wait: no server",
            "it ended before all it had read was stored; why was not kept");
  }
}
