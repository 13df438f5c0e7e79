package dev.weir.bench;

import dev.weir.camel.Sampling;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A load while the server's statistics are sampled every second. */
final class SampledLoad implements Contender {
  private static final Duration PERIOD = Duration.ofSeconds(1);

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
    try (Sampling sampling =
        bed.weir().sample(PERIOD, List.of(), sample -> samples.incrementAndGet())) {
      sampling.watch(List.of(table.name()));
      took = load.load(bed, table, records);
    }
    if (took.elapsed().compareTo(PERIOD.multipliedBy(2)) > 0 && samples.get() == 0) {
      throw new IllegalStateException("no sample was taken in " + took.elapsed());
    }
    return took;
  }
}
