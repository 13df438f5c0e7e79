package dev.weir.compare;

import dev.weir.statistics.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Finds the seconds of a load in which a sample first showed a new checkpoint. The server counts
 * one when it begins, and hands the count on at its next pause or its end.
 */
final class CheckpointMoments implements Consumer<Snapshot> {
  private static final String VIEW = "pg_stat_checkpointer";

  private final List<Counts> samples = new ArrayList<>();

  @Override
  public synchronized void accept(Snapshot sample) {
    Counts.of(sample).ifPresent(samples::add);
  }

  /**
   * What began in which second: {@code timed} or {@code requested}.
   *
   * @param startNanos when the load began
   * @param seconds how many it lasted; what was seen later belongs to the last
   * @param before read before the load
   * @param after read after it
   */
  synchronized Map<Integer, String> seen(
      long startNanos, int seconds, Snapshot before, Snapshot after) {
    Map<Integer, String> found = new HashMap<>();
    Optional<Counts> earlier = Counts.of(before);
    List<Counts> all = new ArrayList<>(samples);
    Counts.of(after).ifPresent(all::add);
    for (Counts counts : all) {
      long second = TimeUnit.NANOSECONDS.toSeconds(counts.nanoTime - startNanos);
      int at = (int) Math.max(0, Math.min(second, seconds - 1L));
      if (earlier.isPresent() && counts.requested > earlier.get().requested) {
        found.put(at, "requested");
      } else if (earlier.isPresent() && counts.timed > earlier.get().timed) {
        found.putIfAbsent(at, "timed");
      }
      earlier = Optional.of(counts);
    }
    return found;
  }

  private record Counts(long nanoTime, long timed, long requested) {
    static Optional<Counts> of(Snapshot snapshot) {
      OptionalLong timed = snapshot.figures().whole(VIEW, "num_timed");
      OptionalLong requested = snapshot.figures().whole(VIEW, "num_requested");
      return timed.isPresent() && requested.isPresent()
          ? Optional.of(new Counts(snapshot.nanoTime(), timed.getAsLong(), requested.getAsLong()))
          : Optional.empty();
    }
  }
}
