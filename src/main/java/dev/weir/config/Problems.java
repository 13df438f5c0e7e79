package dev.weir.config;

import java.util.ArrayList;
import java.util.List;

/** Collects problems so that the user sees all of them at once. Not thread-safe. */
public final class Problems {
  private final List<Problem> found = new ArrayList<>();

  public void add(Problem problem) {
    found.add(problem);
  }

  public void add(String where, String key, String value, String wanted) {
    found.add(new Problem(where, key, value, wanted));
  }

  /** Runs a step and keeps the problems it throws, so that the next step can add its own. */
  public void collect(Runnable step) {
    try {
      step.run();
    } catch (ConfigurationException e) {
      found.addAll(e.problems());
    }
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  /**
   * @throws ConfigurationException with every problem collected, if there is one
   */
  public void throwIfAny() {
    if (!found.isEmpty()) {
      throw new ConfigurationException(found);
    }
  }
}
