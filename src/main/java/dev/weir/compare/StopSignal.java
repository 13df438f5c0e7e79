package dev.weir.compare;

/** Somebody wants the comparison to end early: it is asked between and within steps. */
final class StopSignal {
  private volatile boolean given;

  void give() {
    given = true;
  }

  boolean isGiven() {
    return given;
  }

  /**
   * @throws Stopped if the signal was given
   */
  void check() throws Stopped {
    if (given) {
      throw new Stopped();
    }
  }

  /** The run at work ends here and does not count. */
  static final class Stopped extends Exception {
    private static final long serialVersionUID = 1L;
  }
}
