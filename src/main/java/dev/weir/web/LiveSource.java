package dev.weir.web;

import java.util.function.Consumer;

/**
 * Where the pages have what they show. Implemented by what runs; its methods are called by the
 * threads that serve, at any time, and must not wait for the database.
 */
public interface LiveSource {

  /** How things stand at this moment. */
  LiveState state();

  /** The periods so far, the oldest first, the running ones last. */
  Periods periods();

  /**
   * Has each sample given away from now on, about once a second; also while the server is away, so
   * that its absence shows.
   *
   * @param reader returns at once and does not throw
   * @return ends it when closed
   */
  Subscription subscribe(Consumer<LiveSample> reader);

  /** Samples being given to a reader, until closed. */
  interface Subscription extends AutoCloseable {
    @Override
    void close();
  }
}
