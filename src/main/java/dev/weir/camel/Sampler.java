package dev.weir.camel;

import dev.weir.statistics.Gap;
import dev.weir.statistics.Occasion;
import dev.weir.statistics.Snapshot;
import dev.weir.statistics.SnapshotBuilder;
import dev.weir.statistics.StatisticsPlan;
import dev.weir.statistics.StatisticsQuery;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of the sampling route between its queries. Public for Camel, which calls them by the
 * names in {@code routes/sample.camel.yaml}, one sample after the other on the timer's thread.
 */
public final class Sampler {
  private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);
  private static final String SNAPSHOT = "weirSnapshot";
  private static final String QUERY = "weirQuery";

  private final StatisticsPlan plan;
  private final Consumer<Snapshot> sink;
  private final ServerMeters meters;
  private final Set<String> logged = new HashSet<>();
  private final Set<String> notPermitted = new HashSet<>();
  private volatile List<String> tables;

  Sampler(StatisticsPlan plan, List<String> tables, Consumer<Snapshot> sink, ServerMeters meters) {
    this.plan = plan;
    this.tables = List.copyOf(tables);
    this.sink = sink;
    this.meters = meters;
    plan.notPermitted().forEach(gap -> LOG.info("Not sampled: {}", gap));
  }

  void watch(List<String> others) {
    tables = List.copyOf(others);
  }

  /** Begins a sample: the body becomes the queries to ask. */
  public void begin(Exchange exchange) {
    exchange.setProperty(SNAPSHOT, plan.begin());
    exchange
        .getMessage()
        .setBody(
            plan.queries(Occasion.SAMPLE, tables).stream()
                .filter(query -> !notPermitted.contains(query.name()))
                .toList());
  }

  /** The body, a query, becomes its SQL. */
  public void ask(Exchange exchange) {
    StatisticsQuery query = (StatisticsQuery) exchange.getMessage().getBody();
    exchange.setProperty(QUERY, query);
    exchange.getMessage().setBody(query.sql());
  }

  /** Takes the rows of a query into the sample. */
  @SuppressWarnings("unchecked") // the Camel JDBC component's result: a map a row
  public void collect(Exchange exchange) {
    snapshot(exchange)
        .add(query(exchange), (List<Map<String, Object>>) exchange.getMessage().getBody());
  }

  /**
   * Marks a query that gave nothing.
   *
   * @throws Exception the query's failure, if the connection is gone: then no other query would do
   *     better, and each would wait for its time limit
   */
  public void note(Exchange exchange) throws Exception {
    Exception failure = failure(exchange);
    if (isLost(failure)) {
      throw failure;
    }
    StatisticsQuery query = query(exchange);
    Gap gap = Gap.of(query, failure);
    if (gap.reason() == Gap.Reason.NOT_PERMITTED) {
      notPermitted.add(query.name());
    } else {
      snapshot(exchange).addGap(query, failure);
    }
    if (logged.add(gap.query() + gap.reason())) {
      LOG.warn("Missing in samples: {}", gap);
    }
  }

  /** Gives the sample away. */
  public void give(Exchange exchange) {
    Snapshot snapshot = snapshot(exchange).build();
    meters.take(snapshot);
    sink.accept(snapshot);
  }

  /** A whole sample is missing: the server cannot be reached, or the taker failed. */
  public void miss(Exchange exchange) {
    meters.miss();
    Exception failure = failure(exchange);
    if (logged.add(failure.getClass().getName())) {
      LOG.warn("No sample could be taken, others may follow", failure);
    }
  }

  private static Exception failure(Exchange exchange) {
    return exchange.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, Exception.class);
  }

  private static SnapshotBuilder snapshot(Exchange exchange) {
    return exchange.getProperty(SNAPSHOT, SnapshotBuilder.class);
  }

  private static StatisticsQuery query(Exchange exchange) {
    return exchange.getProperty(QUERY, StatisticsQuery.class);
  }

  private static boolean isLost(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException exception) {
        String state = exception.getSQLState();
        return state == null || state.startsWith("08") || state.startsWith("57P");
      }
    }
    return false;
  }
}
