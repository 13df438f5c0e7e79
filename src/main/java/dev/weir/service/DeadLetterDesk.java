package dev.weir.service;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import dev.weir.config.StrategySetting;
import dev.weir.dataset.Record;
import dev.weir.delivery.DeadLetterChoice;
import dev.weir.delivery.DeadLetters;
import dev.weir.delivery.DeadLetters.Retried;
import dev.weir.delivery.LedgerKey;
import dev.weir.layout.PartitionMaker;
import dev.weir.layout.Table;
import dev.weir.write.RowWriters;
import dev.weir.write.WriteMethod;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts dead letters back into the table their slot has used last. */
public final class DeadLetterDesk {
  /** 0001-01-01T00:00:00Z and 10000-01-01T00:00:00Z in microseconds since 1970. */
  private static final long FIRST_MICROS = -62_135_596_800_000_000L;

  private static final long END_MICROS = 253_402_300_800_000_000L;

  private final DeadLetters letters;

  public DeadLetterDesk(DeadLetters letters) {
    this.letters = letters;
  }

  /**
   * Tries each letter chosen again.
   *
   * @param connection with no transaction open
   * @return what was done, by what the records were read from
   * @throws ConfigurationException if the slot's table is not known
   */
  public Map<LedgerKey, Retried> retry(Connection connection, DeadLetterChoice choice)
      throws SQLException {
    Map<LedgerKey, Retried> done = new LinkedHashMap<>();
    for (LedgerKey key : letters.keys(connection, choice)) {
      DeadLetterChoice ofKey = new DeadLetterChoice(key.strategy(), key.source(), choice.id());
      done.put(key, retry(connection, key, ofKey));
    }
    return done;
  }

  private Retried retry(Connection connection, LedgerKey key, DeadLetterChoice choice)
      throws SQLException {
    // from the letters: the dataset they were read from may be anywhere, or gone
    int measurements = letters.measurements(connection, choice).orElse(1);
    List<Table> tables = SlotTables.all(connection, key.strategy(), key.source(), measurements);
    if (tables.isEmpty()) {
      throw new ConfigurationException(
          Problem.of(key.toString(), "no table of it is known: nothing was ever stored by it"));
    }
    Table table = tables.get(0);
    if (table.isPartitioned()) {
      makePartitions(connection, table, choice);
    }
    int rowsPerStatement = Integer.parseInt(StrategySetting.ROWS_PER_STATEMENT.defaultValue());
    return letters.retry(
        connection, choice, RowWriters.create(WriteMethod.BATCH_INSERT, table, rowsPerStatement));
  }

  /** Partitions are made in transactions of their own, so before those of the letters. */
  private void makePartitions(Connection connection, Table table, DeadLetterChoice choice)
      throws SQLException {
    PartitionMaker partitions = new PartitionMaker(table);
    letters.list(connection, choice, Integer.MAX_VALUE).stream()
        .flatMap(letter -> letter.record().stream())
        .mapToLong(Record::recordedAtMicros)
        .filter(micros -> micros >= FIRST_MICROS && micros < END_MICROS)
        .forEach(partitions::need);
    partitions.make(connection);
  }
}
