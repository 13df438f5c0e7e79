package dev.weir.layout;

import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a table is made with beside its columns.
 *
 * @param unlogged no WAL, and emptied by a crash
 * @param fillfactor percent of a heap page filled by inserts, 10 to 100
 * @param primaryKey whether there is a primary key
 * @param indexes further indexes by the words of {@link StrategySetting#INDEXES}
 * @param partition the time range of one partition; empty where the table is not partitioned
 */
public record TableOptions(
    boolean unlogged,
    int fillfactor,
    boolean primaryKey,
    List<String> indexes,
    Optional<Duration> partition) {

  public TableOptions {
    indexes = List.copyOf(indexes);
  }

  /** The options a strategy sets. */
  public static TableOptions of(Strategy strategy) {
    return new TableOptions(
        strategy.flag(StrategySetting.UNLOGGED),
        strategy.number(StrategySetting.FILLFACTOR),
        strategy.flag(StrategySetting.PRIMARY_KEY),
        strategy.words(StrategySetting.INDEXES),
        strategy.time(StrategySetting.PARTITION));
  }

  /** A logged table with a primary key and nothing else. */
  public static TableOptions defaults() {
    return new TableOptions(false, 100, true, List.of(), Optional.empty());
  }
}
