package dev.weir.delivery;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The account of one lane. Two threads write, each its own side: the source counts what it reads,
 * the writer what became of it. Anyone may look; nobody waits.
 *
 * <p>A look takes the source's side between two looks at the writer's, until these are the same:
 * then all is of one moment, and no look finds less than nothing in flight, or what was in flight
 * twice over because it was held up between the sides. The writer publishes its side as one object,
 * so that a batch with a dead letter in it is seen whole or not at all.
 */
public final class LaneAccount {
  private static final VarHandle READ;

  static {
    try {
      READ = MethodHandles.lookup().findVarHandle(LaneAccount.class, "read", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Written by the source's thread only, so that adding needs no atomic instruction. */
  @SuppressWarnings("UnusedVariable") // through READ
  private long read;

  /** Written by the writer's thread only; its own {@code read} is always 0. */
  private volatile Account ended = Account.EMPTY;

  /** Counts one record the source gave, before it goes on its way. By the source's thread only. */
  public void read() {
    READ.setRelease(this, (long) READ.get(this) + 1);
  }

  /**
   * Counts a batch that has ended. By the writer's thread only, as is {@link #retried}.
   *
   * @param passedOver of the stored, those that were found stored
   */
  void ended(long stored, long passedOver, long deadLettered) {
    ended = ended.plus(new Account(0, stored, deadLettered, 0, passedOver));
  }

  void retried() {
    ended = ended.plus(new Account(0, 0, 0, 1, 0));
  }

  /** The account at this moment. */
  @SuppressWarnings("ReferenceEquality") // another object of the same figures was another moment
  public Account now() {
    while (true) {
      Account settled = ended;
      long readByNow = (long) READ.getAcquire(this);
      if (settled == ended) {
        return settled.plus(new Account(readByNow, 0, 0, 0, 0));
      }
    }
  }
}
