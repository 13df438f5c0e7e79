package dev.weir.statistics;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What of the catalog is read from one server by one account. Immutable. */
public final class StatisticsPlan {
  private static final int VERSION_NUMBERS_PER_MAJOR = 10_000;

  private final int major;
  private final List<StatisticsView> views;
  private final List<Gap> notPermitted;

  private StatisticsPlan(int major, List<StatisticsView> views, List<Gap> notPermitted) {
    this.major = major;
    this.views = List.copyOf(views);
    this.notPermitted = List.copyOf(notPermitted);
  }

  /**
   * Asks the server for its version and for what this account may call.
   *
   * @throws SQLException if the server cannot be asked
   */
  public static StatisticsPlan of(StatisticsCatalog catalog, Connection connection)
      throws SQLException {
    int major = major(connection);
    List<StatisticsView> views = new ArrayList<>();
    List<Gap> notPermitted = new ArrayList<>();
    for (StatisticsView view : catalog.views(major)) {
      List<String> forbidden = new ArrayList<>();
      for (String function : view.requires()) {
        if (!mayCall(connection, function)) {
          forbidden.add(function);
        }
      }
      if (forbidden.isEmpty()) {
        views.add(view);
      } else {
        notPermitted.add(
            new Gap(
                view.name(),
                Gap.Reason.NOT_PERMITTED,
                "EXECUTE on " + String.join(", ", forbidden) + " is needed"));
      }
    }
    return new StatisticsPlan(major, views, notPermitted);
  }

  public int major() {
    return major;
  }

  /** What this account may not read: absent from every snapshot, to be named once. */
  public List<Gap> notPermitted() {
    return notPermitted;
  }

  /**
   * The statements of one reading, in order; the first tells the server's clock. Each is one SELECT
   * without parameters that may fail by itself: its failure is a gap, not the end of the reading.
   *
   * @param tables names as the server resolves them, schema and quotes where needed; one that does
   *     not exist gives no row. Each must be named once
   */
  public List<StatisticsQuery> queries(Occasion occasion, List<String> tables) {
    return views.stream()
        .filter(view -> occasion.includes(view.occasion()))
        .flatMap(view -> view.queries(major, tables).stream())
        .toList();
  }

  /**
   * The statements that tell about sessions connected now.
   *
   * @param applicationName what the sessions call themselves
   */
  public List<StatisticsQuery> sessionQueries(String applicationName) {
    return views.stream()
        .filter(view -> Occasion.SESSIONS.includes(view.occasion()))
        .flatMap(view -> view.sessionQuery(major, applicationName).stream())
        .toList();
  }

  /**
   * The one of {@link #sessionQueries} that reads this view.
   *
   * @throws IllegalArgumentException if this server has no such view
   */
  StatisticsQuery sessionQuery(String view, String applicationName) {
    return views.stream()
        .filter(each -> each.name().equals(view))
        .flatMap(each -> each.sessionQuery(major, applicationName).stream())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no view " + view + " in " + major));
  }

  /** Begins a reading: its time is now. */
  public SnapshotBuilder begin() {
    return new SnapshotBuilder(major);
  }

  private static int major(Connection connection) throws SQLException {
    try (PreparedStatement statement =
            connection.prepareStatement("SELECT current_setting('server_version_num')::int");
        ResultSet result = statement.executeQuery()) {
      result.next();
      return result.getInt(1) / VERSION_NUMBERS_PER_MAJOR;
    }
  }

  private static boolean mayCall(Connection connection, String function) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT coalesce(has_function_privilege(to_regprocedure(?), 'EXECUTE'), false)")) {
      statement.setString(1, function);
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        return result.getBoolean(1);
      }
    }
  }
}
