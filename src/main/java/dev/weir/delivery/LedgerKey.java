package dev.weir.delivery;

/**
 * Whose positions a ledger holds: two strategies that store the same source each have their own.
 *
 * @param strategy the strategy's name
 * @param source what the positions count in: a dataset's name and, where it matters, its seed or
 *     the table it goes to. Two sources of one name would take each other's positions for their own
 */
public record LedgerKey(String strategy, String source) {
  public LedgerKey {
    if (strategy.isEmpty() || source.isEmpty()) {
      throw new IllegalArgumentException("a ledger key of \"" + strategy + "\", \"" + source + '"');
    }
  }

  @Override
  public String toString() {
    return "strategy " + strategy + ", source " + source;
  }
}
