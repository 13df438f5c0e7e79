package dev.weir.camel;

import dev.weir.dataset.Dataset;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * What one lane reads: positions {@code first}, {@code first + step}, {@code first + 2 step}, … of
 * a dataset.
 *
 * @param first position of its first record
 * @param step how many lanes share the dataset
 * @param floor records it reads at least; {@link Long#MAX_VALUE} to go on until stopped
 * @param atLeast how long it goes on when the floor is reached sooner
 * @param rate records a second of this lane; empty to read as fast as batches are taken
 */
record Slice(
    Dataset dataset, long first, int step, long floor, Duration atLeast, OptionalDouble rate) {

  /** The position of the lane's record number {@code ordinal}, from 0. */
  long position(long ordinal) {
    return first + ordinal * step;
  }

  /** The number, from 0, of the lane's record at a position. */
  long ordinal(long position) {
    return (position - first) / step;
  }

  /** How many records of the dataset belong to this lane. */
  long size() {
    long left = dataset.size() - first;
    return left <= 0 ? 0 : (left - 1) / step + 1;
  }

  /** Nanoseconds from the lane's start to the moment a record is due; 0 without a rate. */
  long dueNanos(long ordinal) {
    return rate.isEmpty() ? 0 : (long) (ordinal * (1e9 / rate.getAsDouble()));
  }
}
