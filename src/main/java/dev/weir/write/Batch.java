package dev.weir.write;

import dev.weir.dataset.Record;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of one transaction, in the order of their lane. Filled by one thread, then handed to
 * the writer and not touched again.
 */
public final class Batch {
  private final int lane;
  private final ArrayList<Record> records;
  private Runnable whenTaken = () -> {};

  /**
   * @param lane the lane it belongs to, from 0
   * @param capacity records it is expected to hold
   */
  public Batch(int lane, int capacity) {
    this.lane = lane;
    this.records = new ArrayList<>(capacity);
  }

  public void add(Record record) {
    records.add(record);
  }

  /**
   * Says what to do when the writer has taken the last record, and all that is left is to send what
   * it made of them and to wait for the server. Done by the writing thread; more than once when the
   * batch is written again; not at all when it is written in parts.
   */
  public void whenTaken(Runnable action) {
    whenTaken = action;
  }

  void taken() {
    whenTaken.run();
  }

  public int lane() {
    return lane;
  }

  public List<Record> records() {
    return records;
  }

  public int size() {
    return records.size();
  }

  /** The dataset position of the last record: everything of the lane up to it is in or before. */
  public long lastPosition() {
    return records.get(records.size() - 1).position();
  }
}
