package dev.weir.bench;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.camel.Sampling;
import dev.weir.layout.Table;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import dev.weir.statistics.WaitSampler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A load while the server's statistics are read every second, as the service does, or that and what
 * sessions wait for, as a comparison does.
 */
final class SampledLoad extends VariedLoad {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  /** The bed's own session: looking costs the same whoever is looked at. */
  private static final String SESSIONS = "bench";

  private static final String WAITS = "bench-waits";
  private static final String SAMPLING = "weir sampling";

  private final Contender load;
  private final boolean watched;

  /**
   * @param watched whether what sessions wait for is looked at
   */
  SampledLoad(Contender load, boolean watched) {
    super(load, watched ? "sampled and watched" : "sampled");
    this.load = load;
    this.watched = watched;
  }

  /**
   * @throws IllegalStateException if it took seconds and no sample or look came: then nothing was
   *     measured
   */
  @Override
  public Load load(Bed bed, Table table, long records) throws Exception {
    AtomicLong samples = new AtomicLong();
    Load took;
    try (Sampling sampling =
        bed.weir().sample(PERIOD, List.of(), sample -> samples.incrementAndGet())) {
      sampling.watch(List.of(table.name()));
      took = watched ? watchedLoad(bed, table, records) : accounted(bed, table, records);
    }
    if (isLong(took) && samples.get() == 0) {
      throw new IllegalStateException("no sample was taken in " + took.elapsed());
    }
    return took;
  }

  private Load watchedLoad(Bed bed, Table table, long records) throws Exception {
    try (HikariDataSource pool = Pools.open(bed.address(), WAITS, 1, PoolSettings.named(WAITS));
        WaitSampler waits = WaitSampler.start(pool, SESSIONS, WaitSampler.PERIOD)) {
      Load took = accounted(bed, table, records);
      if (isLong(took) && waits.profile().samples() == 0) {
        throw new IllegalStateException("no look was taken in " + took.elapsed());
      }
      return took;
    }
  }

  private Load accounted(Bed bed, Table table, long records) throws Exception {
    SamplingCpu cpu = new SamplingCpu(bed.connection(), WAITS, SAMPLING);
    Optional<SamplingCpu.Reading> before = cpu.read();
    Load took = load.load(bed, table, records);
    Optional<SamplingCpu.Reading> after = cpu.read();
    return took.watchedFor(before.map(reading -> reading.until(after.orElseThrow())));
  }

  private static boolean isLong(Load took) {
    return took.elapsed().compareTo(PERIOD.multipliedBy(2)) > 0;
  }
}
