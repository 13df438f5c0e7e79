package dev.weir.compare;

import java.util.ArrayDeque;
import java.util.Deque;

/** Tells from the rates of windows, one after the other, whether the rate has settled. */
final class Convergence {
  /** So many windows in a row must agree. */
  private static final int WINDOWS = 4;

  /** How far a window may be from the mean of them. */
  private static final double TOLERANCE = 0.10;

  private final Deque<Double> rates = new ArrayDeque<>();

  /** Takes in the rate of the window that ended. */
  void add(double rate) {
    rates.addLast(rate);
    if (rates.size() > WINDOWS) {
      rates.removeFirst();
    }
  }

  /** The mean rate of the last windows; 0 before the first. */
  double mean() {
    return rates.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  boolean isReached() {
    if (rates.size() < WINDOWS) {
      return false;
    }
    double mean = mean();
    return rates.stream().allMatch(rate -> Math.abs(rate - mean) <= TOLERANCE * mean);
  }
}
