package dev.weir.camel;

import java.util.List;

/** Samples being taken of the server's statistics, until closed. */
public final class Sampling implements AutoCloseable {
  private final Sampler sampler;
  private final Runnable whenClosed;
  private boolean closed;

  Sampling(Sampler sampler, Runnable whenClosed) {
    this.sampler = sampler;
    this.whenClosed = whenClosed;
  }

  /**
   * Changes the tables whose figures are sampled, from the next sample on.
   *
   * @param tables names as the server resolves them; one that does not exist gives no figures
   */
  public void watch(List<String> tables) {
    sampler.watch(tables);
  }

  /** Takes no further sample; one being taken is given away before this returns. */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    whenClosed.run();
  }
}
