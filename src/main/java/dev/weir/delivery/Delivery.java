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
    refused = List.of();
  }

  void refused(List<Refusal> bad) {
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

  int stored() {
    return batch.size() - refused.size();
  }

  /** A record the last attempt stored; null when it had none that is good. */
  Record anyStored() {
    Set<Record> bad = new HashSet<>();
    refused.forEach(refusal -> bad.add(refusal.record()));
    for (Record record : batch.records()) {
      if (!bad.contains(record)) {
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
