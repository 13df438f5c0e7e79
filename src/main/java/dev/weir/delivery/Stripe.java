package dev.weir.delivery;

/**
 * A claim of the ledger: of the positions p with p % lanes = lane, every one below {@code next} has
 * been stored or is a dead letter. Nothing is said of the others.
 */
record Stripe(int lanes, int lane, long next) {
  Stripe {
    if (lane < 0 || lane >= lanes || next < 0) {
      throw new IllegalArgumentException("lane " + lane + " of " + lanes + ", next " + next);
    }
  }

  boolean covers(long position) {
    return position < next && position % lanes == lane;
  }

  /** The first position of this stripe that is not below a given one. */
  static long firstFrom(long position, int lanes, int lane) {
    return position + Math.floorMod(lane - position, (long) lanes);
  }
}
