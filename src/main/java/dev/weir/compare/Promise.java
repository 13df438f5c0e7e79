package dev.weir.compare;

import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.postgres.Durability;

/**
 * What a commit of a run was worth: figures got under different promises are not compared.
 *
 * @param synchronousCommit as the writers' sessions had it, whatever the server's default
 * @param unlogged the table is emptied by a crash
 */
public record Promise(
    boolean fsync,
    String synchronousCommit,
    boolean fullPageWrites,
    String walLevel,
    boolean dataChecksums,
    boolean unlogged) {

  /** What a strategy's commits are worth on a server. */
  public static Promise of(Durability server, Strategy strategy) {
    return new Promise(
        server.fsync(),
        strategy.get(StrategySetting.SYNCHRONOUS_COMMIT),
        server.fullPageWrites(),
        server.walLevel(),
        server.dataChecksums(),
        strategy.flag(StrategySetting.UNLOGGED));
  }

  /** Whether what was committed survives a crash of the server's machine. */
  public boolean isDurable() {
    return fsync && fullPageWrites && !synchronousCommit.equals("off") && !unlogged;
  }

  /** One line in the words of PostgreSQL's settings. */
  public String describe() {
    return "fsync %s, synchronous_commit %s, full_page_writes %s, wal_level %s, data_checksums %s%s"
        .formatted(
            onOff(fsync),
            synchronousCommit,
            onOff(fullPageWrites),
            walLevel,
            onOff(dataChecksums),
            unlogged ? ", unlogged table" : "");
  }

  /** What stands otherwise in the other promise: "synchronous_commit on against off". */
  String differenceTo(Promise other) {
    StringBuilder difference = new StringBuilder();
    compare(difference, "fsync", onOff(fsync), onOff(other.fsync));
    compare(difference, "synchronous_commit", synchronousCommit, other.synchronousCommit);
    compare(difference, "full_page_writes", onOff(fullPageWrites), onOff(other.fullPageWrites));
    compare(difference, "wal_level", walLevel, other.walLevel);
    compare(difference, "data_checksums", onOff(dataChecksums), onOff(other.dataChecksums));
    compare(difference, "unlogged", Boolean.toString(unlogged), Boolean.toString(other.unlogged));
    return difference.toString();
  }

  private static void compare(StringBuilder into, String name, String mine, String theirs) {
    if (!mine.equals(theirs)) {
      into.append(into.isEmpty() ? "" : ", ").append(name).append(' ').append(mine);
      into.append(" against ").append(theirs);
    }
  }

  private static String onOff(boolean on) {
    return on ? "on" : "off";
  }
}
