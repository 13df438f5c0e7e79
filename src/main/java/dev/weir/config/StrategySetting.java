package dev.weir.config;

import java.util.List;
import java.util.Optional;

/**
 * Every key a strategy may set, in its route file or by {@code --vary}: the one place where its
 * name, kind, default, unit and meaning are written.
 */
public enum StrategySetting {
  LAYOUT(
      "layout",
      new Kind.Choice(List.of("wide", "narrow", "array", "jsonb")),
      "",
      "the table variant records are stored in"),
  METHOD(
      "method",
      new Kind.Choice(
          List.of(
              "camel-jdbc",
              "batch-insert",
              "multirow-insert",
              "unnest",
              "copy-text",
              "copy-binary",
              "none")),
      "",
      "how rows are written; none encodes as copy-binary does and stores nothing: the pipeline's"
          + " own limit"),
  BATCH_SIZE(
      "batchSize",
      new Kind.WholeNumber(1, 1_000_000),
      "1000",
      "records written in one transaction"),
  BATCH_TIMEOUT(
      "batchTimeout",
      new Kind.Time("1ms", "1h"),
      "1s",
      "a batch that got no record for this long is written although it is not full"),
  WRITERS(
      "writers",
      new Kind.WholeNumber(1, 64),
      "1",
      "lanes: connections that write side by side, each its own ordered slice of the dataset"),
  ROWS_PER_STATEMENT(
      "rowsPerStatement",
      new Kind.WholeNumber(1, 65_535),
      "128",
      "rows of one INSERT statement of the method multirow-insert, at most; fewer where 65,535"
          + " parameters would be exceeded"),
  SYNCHRONOUS_COMMIT(
      "synchronousCommit",
      new Kind.Choice(List.of("on", "off", "local", "remote_write", "remote_apply")),
      "on",
      "whether COMMIT waits for the WAL to be on disk"),
  KEEP_MEMORY(
      "keepMemory",
      new Kind.Choice(List.of("true", "false")),
      "true",
      "whether the server's processes of the writers keep memory they have freed for the next"
          + " batch; else they give it back to the operating system and fetch it again, as after any"
          + " other client"),
  DELIVERY(
      "delivery",
      new Kind.Choice(List.of("exactly-once", "at-least-once")),
      "at-least-once",
      "exactly-once moves the lane's ledger row in the transaction of the batch"),
  UNLOGGED(
      "unlogged",
      new Kind.Choice(List.of("false", "true")),
      "false",
      "an unlogged table: no WAL, emptied by a crash"),
  FILLFACTOR(
      "fillfactor",
      new Kind.WholeNumber(10, 100),
      "100",
      "percent of a heap page filled by inserts"),
  PRIMARY_KEY(
      "primaryKey",
      new Kind.Choice(List.of("true", "false")),
      "true",
      "a primary key: id, or id and measurement where the layout is narrow"),
  INDEXES(
      "indexes",
      new Kind.Choices(List.of("btree-series-time", "brin-time")),
      "",
      "further indexes, joined by +: a B-tree on series and time, a BRIN on time"),
  PARTITION(
      "partition",
      new Kind.TimeOrNone("1m", "3650d"),
      "none",
      "time range of one partition; partitions are made ahead as records come");

  private final String key;
  private final Kind kind;
  private final String defaultValue;
  private final String description;

  StrategySetting(String key, Kind kind, String defaultValue, String description) {
    this.key = key;
    this.kind = kind;
    this.defaultValue = defaultValue;
    this.description = description;
  }

  /** The name in route files, on the command line and in results. */
  public String key() {
    return key;
  }

  public Kind kind() {
    return kind;
  }

  /** The value where none is set, as written; empty for layout and method, which must be set. */
  public String defaultValue() {
    return defaultValue;
  }

  public String description() {
    return description;
  }

  /** Whether a strategy without this key is incomplete. */
  public boolean isRequired() {
    return this == LAYOUT || this == METHOD;
  }

  public static Optional<StrategySetting> named(String key) {
    for (StrategySetting setting : values()) {
      if (setting.key.equals(key)) {
        return Optional.of(setting);
      }
    }
    return Optional.empty();
  }
}
