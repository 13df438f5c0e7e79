package dev.weir.dataset;

import java.util.List;

/**
 * Records that can be had again: the record at a position is the same whenever and by whichever
 * thread it is asked for.
 */
public interface Dataset {
  /** The name of its file in {@code datasets/} without the ending. */
  String name();

  /** How many measurements each record has. */
  default int measurements() {
    return measurementNames().size();
  }

  /** What each measurement is called at its source, in order. */
  List<String> measurementNames();

  /** How many records there are; {@link Long#MAX_VALUE} when there is no end. */
  long size();

  /**
   * The record at a position. Safe for use by several threads.
   *
   * @param position from 0 to {@link #size()} - 1
   */
  Record record(long position);
}
