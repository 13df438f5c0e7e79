package dev.weir.bench;

import dev.weir.layout.Layout;

/** Another contender's load with something beside it. */
abstract class VariedLoad implements Contender {
  private final Contender load;
  private final String variation;

  /**
   * @param variation what is beside it, for the label
   */
  VariedLoad(Contender load, String variation) {
    this.load = load;
    this.variation = variation;
  }

  @Override
  public final String peer() {
    return load.peer();
  }

  @Override
  public final String method() {
    return load.method();
  }

  @Override
  public final Layout layout() {
    return load.layout();
  }

  @Override
  public final String label() {
    return load.label() + " " + variation;
  }
}
