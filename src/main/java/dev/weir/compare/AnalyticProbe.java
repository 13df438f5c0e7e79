package dev.weir.compare;

import dev.weir.config.Strategy;
import dev.weir.dataset.Record;
import dev.weir.layout.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Asks what analysts ask, of a table made like the run's own that holds the same records for every
 * strategy: a fast strategy stored more in its run, and a search through more would be held against
 * it. Each answer is held against the one worked out from the dataset.
 */
final class AnalyticProbe {
  private static final int TIMES = 7;

  private final Bench bench;
  private final StopSignal stop;
  private final AnalyticQuestions questions;

  AnalyticProbe(Bench bench, StopSignal stop) {
    this.bench = bench;
    this.stop = stop;
    this.questions = bench.questions();
  }

  /** Median times of the three questions, in milliseconds. */
  record Times(double average, double latest, double range) {}

  /**
   * @param connection with the promise of the strategy
   * @param loaded the run's table
   * @throws RunFailed if an answer is not the one of the dataset
   */
  Times ask(Connection connection, Strategy strategy, Table loaded)
      throws SQLException, StopSignal.Stopped, RunFailed {
    Table table = bench.tables().createFor(bench.control(), strategy, questions.records());
    try {
      fill(bench.control(), table, loaded);
      return ask(connection, table);
    } finally {
      bench.tables().drop(bench.control(), table);
    }
  }

  private void fill(Connection control, Table table, Table loaded)
      throws SQLException, StopSignal.Stopped {
    Object[] ids = questions.records().stream().map(Record::id).toArray();
    try (PreparedStatement copy = control.prepareStatement(table.copyOfStatement(loaded))) {
      copy.setArray(1, control.createArrayOf("bigint", ids));
      stop.cancelling(copy, copy::executeUpdate);
    }
    try (Statement statement = control.createStatement()) {
      stop.cancelling(
          statement, () -> statement.execute("VACUUM (ANALYZE) " + table.qualifiedName()));
    }
  }

  private Times ask(Connection connection, Table table)
      throws SQLException, StopSignal.Stopped, RunFailed {
    AnalyticQuestions.Average average = questions.average();
    List<Record> readings = questions.readings();
    try (PreparedStatement ofRange =
            connection.prepareStatement(table.averageQuery(questions.measurement()));
        PreparedStatement latest = connection.prepareStatement(table.latestQuery());
        PreparedStatement range = connection.prepareStatement(table.rangeQuery())) {
      ofRange.setObject(1, time(average.fromMicros()));
      ofRange.setObject(2, time(average.toMicros()));
      latest.setInt(1, questions.series());
      range.setObject(1, time(readings.get(0).recordedAtMicros()));
      range.setObject(2, time(readings.get(readings.size() - 1).recordedAtMicros() + 1));
      range.setInt(3, questions.series());
      return new Times(
          medianMillis(() -> checkAverage(ofRange)),
          medianMillis(() -> checkRecords(latest, table, List.of(questions.last()), "latest")),
          medianMillis(() -> checkRecords(range, table, readings, "range")));
    }
  }

  /** A question asked, its answer read and checked. */
  private interface Question {
    void ask() throws SQLException, RunFailed;
  }

  /** The first time is not counted: it fetches the pages. */
  private double medianMillis(Question question)
      throws SQLException, StopSignal.Stopped, RunFailed {
    question.ask();
    long[] nanos = new long[TIMES];
    for (int i = 0; i < TIMES; i++) {
      stop.check();
      long start = System.nanoTime();
      question.ask();
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    return nanos[TIMES / 2] / 1e6;
  }

  private void checkAverage(PreparedStatement query) throws SQLException, RunFailed {
    AnalyticQuestions.Average wanted = questions.average();
    try (ResultSet row = query.executeQuery()) {
      row.next();
      Double value = (Double) row.getObject(1);
      if (!wanted.agrees(row.getLong(2), value)) {
        throw new RunFailed(
            "not verified: the average of measurement %d is %s of %d values in the table, %s of %d in the dataset"
                .formatted(
                    questions.measurement(),
                    value,
                    row.getLong(2),
                    wanted.value(),
                    wanted.count()));
      }
    }
  }

  private static void checkRecords(
      PreparedStatement query, Table table, List<Record> wanted, String what)
      throws SQLException, RunFailed {
    List<Long> ids = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    try (ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        long id = rows.getLong("id");
        if (ids.isEmpty() || ids.get(ids.size() - 1) != id) {
          ids.add(id);
        }
        table.readMeasurements(rows, values);
      }
    }
    if (!ids.equals(wanted.stream().map(Record::id).toList()) || !values.equals(values(wanted))) {
      throw new RunFailed(
          "not verified: the %s of series %d is records %s in the table, %s in the dataset, or their measurements differ"
              .formatted(
                  what, wanted.get(0).series(), ids, wanted.stream().map(Record::id).toList()));
    }
  }

  private static List<Double> values(List<Record> records) {
    List<Double> values = new ArrayList<>();
    for (Record each : records) {
      for (int i = 0; i < each.measurements(); i++) {
        values.add(each.isNull(i) ? null : Double.valueOf(each.value(i)));
      }
    }
    return values;
  }

  private static OffsetDateTime time(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
  }
}
