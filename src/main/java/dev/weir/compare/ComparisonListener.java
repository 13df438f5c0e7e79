package dev.weir.compare;

/** Hears how a comparison goes on. Calls may come from several threads. */
public interface ComparisonListener {
  /** Something goes on, told some times a second. */
  default void progress(Progress progress) {}

  /** The server's statistics were read. */
  default void sampled(Sample sample) {}

  /** A run has ended, well or not: the result as far as it is known. */
  default void runEnded(ComparisonResult soFar) {}
}
