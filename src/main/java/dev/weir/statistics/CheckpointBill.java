package dev.weir.statistics;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * What was left to pay after a run: pages changed in memory and not yet written to their files.
 *
 * @param time how long the CHECKPOINT took
 * @param writtenBytes bytes of pages it wrote
 * @param syncMillis how long it waited for files to be synced
 */
public record CheckpointBill(Duration time, long writtenBytes, double syncMillis) {

  /**
   * Has a checkpoint made.
   *
   * @param <E> what else may end it
   */
  public interface Payment<E extends Exception> {
    void pay() throws SQLException, InterruptedException, E;
  }

  private static final String VIEW = "pg_stat_checkpointer";

  /**
   * The checkpointer hands its counts on right after it answered; version 14 half a second late.
   */
  private static final Duration COUNTED_AFTER = Duration.ofSeconds(2);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

  static <E extends Exception> CheckpointBill of(
      StatisticsConnection connection, Payment<E> payment)
      throws SQLException, InterruptedException, E {
    Figures before = read(connection);
    long start = System.nanoTime();
    payment.pay();
    Duration time = Duration.ofNanos(System.nanoTime() - start);
    Figures after = counted(connection, before);
    return new CheckpointBill(
        time,
        Math.round(grown(before, after, "buffers_written"))
            * connection.number("SELECT current_setting('block_size')::bigint"),
        grown(before, after, "sync_time"));
  }

  private static Figures counted(StatisticsConnection connection, Figures before)
      throws SQLException, InterruptedException {
    long deadline = System.nanoTime() + COUNTED_AFTER.toNanos();
    while (true) {
      Figures after = read(connection);
      boolean counted =
          grown(before, after, "num_requested") > 0
              && (grown(before, after, "buffers_written") > 0
                  || grown(before, after, "write_time") > 0);
      if (counted || System.nanoTime() - deadline >= 0) {
        return after;
      }
      Thread.sleep(BETWEEN_LOOKS.toMillis());
    }
  }

  private static Figures read(StatisticsConnection connection) throws SQLException {
    return connection.read(plan -> plan.queries(Occasion.SAMPLE, List.of())).figures();
  }

  private static double grown(Figures before, Figures after, String column) {
    return after.number(VIEW, column).orElse(0) - before.number(VIEW, column).orElse(0);
  }
}
