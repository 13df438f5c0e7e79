package dev.weir.bench;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import dev.weir.layout.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Interleaved rounds: every contender once a round, in an order shuffled anew each round, each on a
 * new table after a checkpoint. A round before the first warms the JVM up and is not counted.
 */
final class Rounds {
  private final Bed bed;
  private final Options options;

  Rounds(Bed bed, Options options) {
    this.bed = bed;
    this.options = options;
  }

  /**
   * Runs them all; those that cannot run here are named and left out.
   *
   * @param records of a whole load; contenders take their fraction of it
   * @param warmUpRecords of a whole load before the first round; 0 to leave it out
   */
  Results run(List<? extends Contender> all, long records, long warmUpRecords) throws Exception {
    List<Contender> present = new ArrayList<>();
    for (Contender contender : all) {
      if (contender.missing().isPresent()) {
        Console.say(contender.label() + " is left out: " + contender.missing().get());
      } else {
        present.add(contender);
      }
    }
    if (present.isEmpty()) {
      throw new ConfigurationException(
          new Problem(
              "src/bench/run",
              "--only",
              String.join(",", options.only()),
              "a peer, layout or method that can be measured here, such as wide/copy-binary,"));
    }
    Results results = new Results(present);
    Random random = new Random(options.seed());
    for (int round = warmUpRecords > 0 ? 0 : 1; round <= options.rounds(); round++) {
      List<Contender> order = new ArrayList<>(present);
      Collections.shuffle(order, random);
      for (Contender contender : order) {
        Load load = once(contender, share(contender, round == 0 ? warmUpRecords : records));
        report(round, contender, load);
        if (round > 0) {
          results.add(contender, load);
        }
      }
    }
    return results;
  }

  /** Whole batches, so that no lane waits for the rest of its last one. */
  private long share(Contender contender, long records) {
    long batches = Math.max(1, records / contender.fraction() / bed.batch());
    return batches * bed.batch();
  }

  private Load once(Contender contender, long records) throws Exception {
    Table table = bed.newTable(contender.layout());
    try {
      Load load = contender.load(bed, table, records);
      if (contender.stores()) {
        bed.verify(contender.label(), table, records);
      }
      return load;
    } finally {
      bed.drop(table);
    }
  }

  private void report(int round, Contender contender, Load load) {
    Console.say(
        String.format(
            Locale.ROOT,
            "%-10s %-40s %,10d records %,12.0f records/s %8.2f µs client CPU%s",
            round == 0 ? "warm-up" : "round " + round + "/" + options.rounds(),
            contender.label(),
            load.records(),
            load.recordsPerSecond(),
            load.cpuMicrosPerRecord(),
            load.sampling().map(Rounds::sampling).orElse("")));
  }

  private static String sampling(SamplingCost cost) {
    return String.format(
        Locale.ROOT,
        ", sampling %.2f + %.2f %% of one processor",
        cost.clientPercent(),
        cost.serverPercent());
  }
}
