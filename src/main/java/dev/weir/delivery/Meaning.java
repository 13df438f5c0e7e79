package dev.weir.delivery;

/** What a failure asks of a lane. */
public enum Meaning {
  /** It passes by itself: wait and try the same batch again. */
  RETRY,
  /** It is about a record: find that record, make it a dead letter, store its neighbours. */
  BAD_DATA,
  /** Neither waiting nor leaving out a record mends it: stop and say what to do. */
  STOP
}
