package dev.weir.compare;

import dev.weir.config.Strategy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The order of the runs. Every round runs every strategy once; a fixed order would favour whoever
 * comes after a light one, so the orders are the rows of a Williams square with strategies and rows
 * shuffled by the seed: in as many rounds as there are strategies each stands at each position
 * once, and (their number being even) comes after each other one once.
 *
 * <p>Source: E. J. Williams, "Experimental designs balanced for the estimation of residual effects
 * of treatments", Australian Journal of Scientific Research A 2 (1949).
 */
final class Plan {
  private Plan() {}

  /**
   * @param seed the same seed gives the same order
   */
  static List<PlannedRun> of(List<Strategy> strategies, int rounds, long seed) {
    Random random = new Random(seed);
    List<PlannedRun> runs = new ArrayList<>();
    List<List<Integer>> orders = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      if (orders.isEmpty()) {
        orders = square(strategies.size(), random);
      }
      List<Integer> order = orders.remove(orders.size() - 1);
      for (int position = 0; position < order.size(); position++) {
        runs.add(new PlannedRun(strategies.get(order.get(position)), round, position + 1));
      }
    }
    return List.copyOf(runs);
  }

  /** As many orders of 0..n-1 as n, balanced by position. */
  private static List<List<Integer>> square(int n, Random random) {
    List<Integer> labels = IntStream.range(0, n).boxed().collect(Collectors.toList());
    Collections.shuffle(labels, random);
    List<List<Integer>> rows = new ArrayList<>();
    for (int shift = 0; shift < n; shift++) {
      List<Integer> row = new ArrayList<>();
      for (int position = 0; position < n; position++) {
        row.add(labels.get((zigzag(position, n) + shift) % n));
      }
      rows.add(row);
    }
    Collections.shuffle(rows, random);
    return rows;
  }

  /** 0, 1, n-1, 2, n-2, ...: neighbours differ by every amount once. */
  private static int zigzag(int position, int n) {
    return position % 2 == 1 ? (position + 1) / 2 : (n - position / 2) % n;
  }
}
