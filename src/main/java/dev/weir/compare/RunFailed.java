package dev.weir.compare;

/** A run did not come to figures; the message says why, as a clause. */
final class RunFailed extends Exception {
  private static final long serialVersionUID = 1L;

  RunFailed(String message) {
    super(message);
  }
}
