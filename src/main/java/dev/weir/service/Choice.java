package dev.weir.service;

import dev.weir.config.Strategy;

/**
 * A strategy a slot may run.
 *
 * @param sum of the text of its file
 */
record Choice(Strategy strategy, String sum) {

  String name() {
    return strategy.name();
  }
}
