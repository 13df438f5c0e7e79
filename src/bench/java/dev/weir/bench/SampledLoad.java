package dev.weir.bench;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.camel.Sampling;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import dev.weir.statistics.WaitSampler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A load while it is watched as a comparison watches it: the server's statistics every second, what
 * sessions wait for twenty times a second.
 */
final class SampledLoad implements Contender {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  /** The bed's own session: looking costs the same whoever is looked at. */
  private static final String SESSIONS = "bench";

  private static final String WAITS = "bench-waits";
  private static final String SAMPLING = "weir sampling";

  private final Contender load;

  SampledLoad(Contender load) {
    this.load = load;
  }

  @Override
  public String peer() {
    return load.peer();
  }

  @Override
  public String method() {
    return load.method();
  }

  @Override
  public Layout layout() {
    return load.layout();
  }

  @Override
  public String label() {
    return load.label() + " sampled";
  }

  /**
   * @throws IllegalStateException if it took seconds and no sample came: then nothing was measured
   */
  @Override
  public Load load(Bed bed, Table table, long records) throws Exception {
    AtomicLong samples = new AtomicLong();
    Load took;
    int looks;
    try (HikariDataSource pool = Pools.open(bed.address(), WAITS, 1, PoolSettings.named(WAITS));
        WaitSampler waits = WaitSampler.start(pool, SESSIONS, WaitSampler.PERIOD);
        Sampling sampling =
            bed.weir().sample(PERIOD, List.of(), sample -> samples.incrementAndGet())) {
      sampling.watch(List.of(table.name()));
      SamplingCpu cpu = new SamplingCpu(bed.connection(), WAITS, SAMPLING);
      Optional<SamplingCpu.Reading> before = cpu.read();
      took = load.load(bed, table, records);
      Optional<SamplingCpu.Reading> after = cpu.read();
      took = took.watchedFor(before.map(reading -> reading.until(after.orElseThrow())));
      looks = waits.profile().samples();
    }
    if (took.elapsed().compareTo(PERIOD.multipliedBy(2)) > 0
        && (samples.get() == 0 || looks == 0)) {
      throw new IllegalStateException("no sample or look was taken in " + took.elapsed());
    }
    return took;
  }
}
