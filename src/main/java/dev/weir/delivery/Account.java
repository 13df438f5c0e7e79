package dev.weir.delivery;

/**
 * What became of the records of a lane, or of all lanes together, at one moment: {@code read =
 * stored + deadLettered + inFlight}, always.
 *
 * <p>What is in flight is what was read and has no end yet: being gathered, handed over, written,
 * or waiting for the server. It can only grow to the few batches a lane holds at a time, and is 0
 * once a lane has stopped after its last batch: a record dropped on the way would stay in it.
 *
 * @param read records the source gave
 * @param stored records known to be in the table
 * @param deadLettered records known to be in the dead letters
 * @param retried attempts at a batch after its first
 * @param passedOver of the stored, those that were found stored: by a commit whose answer was lost,
 *     before a crash, or before the number of lanes changed
 */
public record Account(long read, long stored, long deadLettered, long retried, long passedOver) {
  public static final Account EMPTY = new Account(0, 0, 0, 0, 0);

  public long inFlight() {
    return read - stored - deadLettered;
  }

  /**
   * The account of a lane that has ended for good: what it read and did not store is read again by
   * whoever goes on from the ledger, and so counts there.
   */
  public Account ended() {
    return new Account(stored + deadLettered, stored, deadLettered, retried, passedOver);
  }

  /** Both together. */
  public Account plus(Account other) {
    return new Account(
        read + other.read,
        stored + other.stored,
        deadLettered + other.deadLettered,
        retried + other.retried,
        passedOver + other.passedOver);
  }
}
