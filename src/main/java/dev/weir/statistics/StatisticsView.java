package dev.weir.statistics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One view of the catalog: what it tells and how each version of the server is asked.
 *
 * @param name the name of its file without the ending
 * @param description what it tells, one or two sentences
 * @param occasion when it is read
 * @param requires functions the account must be allowed to call, as signatures: {@code
 *     pg_ls_waldir()}
 * @param labels columns that name a row; none when there is one row
 * @param reset the column that tells when the counters were last set back
 * @param columns every figure, by column name, in the file's order
 * @param sql by the first major version it fits
 */
public record StatisticsView(
    String name,
    String description,
    Occasion occasion,
    List<String> requires,
    List<String> labels,
    Optional<String> reset,
    Map<String, StatisticsColumn> columns,
    NavigableMap<Integer, String> sql) {

  static final String ALL_TABLES = "{tables}";
  static final String ONE_TABLE = "{table}";
  static final String APPLICATION = "{sessions}";

  public StatisticsView {
    requires = List.copyOf(requires);
    labels = List.copyOf(labels);
    columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    sql = Collections.unmodifiableNavigableMap(new TreeMap<>(sql));
  }

  /** The query for a server, placeholders and all; empty when it has no such view. */
  public Optional<String> sql(int major) {
    return Optional.ofNullable(sql.floorEntry(major)).map(Map.Entry::getValue);
  }

  /**
   * The query that reads this view for the sessions of one application, where the server has it.
   */
  Optional<StatisticsQuery> sessionQuery(int major, String applicationName) {
    return sql(major)
        .map(text -> text.replace(APPLICATION, Literal.text(applicationName)))
        .map(text -> new StatisticsQuery(this, Optional.empty(), text));
  }

  /** The queries that read this view on a server: none, one, or one a table. */
  List<StatisticsQuery> queries(int major, List<String> tables) {
    Optional<String> query = sql(major);
    if (query.isEmpty()) {
      return List.of();
    }
    String text = query.get();
    if (text.contains(ONE_TABLE)) {
      return tables.stream()
          .map(
              table ->
                  new StatisticsQuery(
                      this, Optional.of(table), text.replace(ONE_TABLE, Literal.text(table))))
          .toList();
    }
    if (text.contains(ALL_TABLES)) {
      return tables.isEmpty()
          ? List.of()
          : List.of(
              new StatisticsQuery(
                  this, Optional.empty(), text.replace(ALL_TABLES, Literal.textArray(tables))));
    }
    return List.of(new StatisticsQuery(this, Optional.empty(), text));
  }
}
