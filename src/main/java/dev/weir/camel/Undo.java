package dev.weir.camel;

import java.util.ArrayDeque;
import java.util.Deque;

/** What is to be undone, the last thing first, and all of it even where a step fails. */
final class Undo implements Runnable {
  private final Deque<Runnable> steps = new ArrayDeque<>();

  void later(Runnable step) {
    steps.push(step);
  }

  @Override
  public void run() {
    RuntimeException failure = null;
    while (!steps.isEmpty()) {
      try {
        steps.pop().run();
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
