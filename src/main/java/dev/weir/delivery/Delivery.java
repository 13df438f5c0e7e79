package dev.weir.delivery;

import dev.weir.dataset.Record;
import dev.weir.write.Batch;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One batch on its way, over all attempts at it. */
final class Delivery {
  private final Batch batch;
  private final long lastPosition;
  private final Set<Long> inFile = new HashSet<>();
  private boolean isolating;
  private boolean committing;
  private List<Refusal> found = List.of();
  private List<Refusal> refused = List.of();

  /**
   * @param batch what is to be stored
   * @param lastPosition of the batch as it was read, which may end with records stored before
   */
  Delivery(Batch batch, long lastPosition) {
    this.batch = batch;
    this.lastPosition = lastPosition;
  }

  Batch batch() {
    return batch;
  }

  long lastPosition() {
    return lastPosition;
  }

  /** Whether the bad records are being looked for, one by one. */
  boolean isIsolating() {
    return isolating;
  }

  void isolate() {
    isolating = true;
  }

  void beginAttempt() {
    committing = false;
    found = List.of();
    refused = List.of();
  }

  /**
   * The records this attempt could not write.
   *
   * @param alreadyStored those that are in the table
   * @param bad those that become dead letters
   */
  void unwritten(List<Refusal> alreadyStored, List<Refusal> bad) {
    found = List.copyOf(alreadyStored);
    refused = List.copyOf(bad);
  }

  /** Everything is written and COMMIT comes next: from here on a failure leaves the end open. */
  void committing() {
    committing = true;
  }

  /** Whether the last attempt came so far that it may be committed. */
  boolean mayBeCommitted() {
    return committing;
  }

  /** The server has said that the last attempt is not committed. */
  void notCommitted() {
    committing = false;
  }

  /** Bad records of the last attempt. */
  List<Refusal> refused() {
    return refused;
  }

  /** How many records the last attempt found in the table. */
  int found() {
    return found.size();
  }

  /** How many records are in the table when the last attempt is committed. */
  int stored() {
    return batch.size() - refused.size();
  }

  /** A record the last attempt wrote; null when there is none. */
  Record anyWritten() {
    Set<Record> unwritten = new HashSet<>();
    refused.forEach(refusal -> unwritten.add(refusal.record()));
    found.forEach(refusal -> unwritten.add(refusal.record()));
    for (Record record : batch.records()) {
      if (!unwritten.contains(record)) {
        return record;
      }
    }
    return null;
  }

  /** Of the bad records, those whose dead letter an earlier attempt has put into the file. */
  Set<Long> inFile() {
    return inFile;
  }
}
