package dev.weir.compare;

import java.time.Duration;

/**
 * A rate that is to be held.
 *
 * @param recordsPerSecond of all lanes together
 * @param p99 the greatest latency 99 of 100 records may have, from the moment they are due
 * @param time how long each strategy is loaded at the rate
 */
public record RateGoal(double recordsPerSecond, Duration p99, Duration time) {}
