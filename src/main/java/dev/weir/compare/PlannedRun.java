package dev.weir.compare;

import dev.weir.config.Strategy;

/**
 * A run still to be done.
 *
 * @param round from 1
 * @param position in its round, from 1
 */
record PlannedRun(Strategy strategy, int round, int position) {}
