package dev.weir.bench;

import dev.weir.camel.Ingestion;
import dev.weir.camel.IngestionRequest;
import dev.weir.camel.StrategyFiles;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import dev.weir.write.WriteMethod;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * Weir's whole pipeline, as {@code weir compare} runs it: a strategy's route, started, run and
 * stopped. Its processor time includes making the routes and the pool, which no other contender's
 * does.
 */
final class WeirLoad implements Contender {
  private static final String STRATEGY = "wide-copy-1000";
  private static final Duration LONGEST = Duration.ofHours(2);

  private final Layout layout;
  private final WriteMethod method;
  private final int fraction;
  private final Map<StrategySetting, String> settings;
  private final String variation;

  WeirLoad(Layout layout, WriteMethod method, int fraction) {
    this(layout, method, fraction, new EnumMap<>(StrategySetting.class), "");
  }

  private WeirLoad(
      Layout layout,
      WriteMethod method,
      int fraction,
      Map<StrategySetting, String> settings,
      String variation) {
    this.layout = layout;
    this.method = method;
    this.fraction = fraction;
    this.settings = settings;
    this.variation = variation;
  }

  /** The same with one more setting of its strategy. */
  WeirLoad with(StrategySetting setting, Object value) {
    Map<StrategySetting, String> more = new EnumMap<>(StrategySetting.class);
    more.putAll(settings);
    more.put(setting, value.toString());
    return new WeirLoad(
        layout, method, fraction, more, variation + " " + setting.key() + "=" + value);
  }

  /** The same with a fraction of the records. */
  WeirLoad withFraction(int of) {
    return new WeirLoad(layout, method, of, settings, variation + " 1/" + of);
  }

  @Override
  public String peer() {
    return "weir";
  }

  @Override
  public String method() {
    return method.key();
  }

  @Override
  public Layout layout() {
    return layout;
  }

  @Override
  public int fraction() {
    return fraction;
  }

  @Override
  public boolean stores() {
    return method != WriteMethod.NONE;
  }

  @Override
  public String variation() {
    return variation;
  }

  @Override
  public Load load(Bed bed, Table table, long records) throws InterruptedException {
    Load.Stopwatch stopwatch = Load.start();
    try (Ingestion ingestion = start(bed, table, records)) {
      finish(ingestion, records);
      return stopwatch.stop(records, Duration.ofNanos(ingestion.elapsedNanos()));
    }
  }

  /** Starts it and lets the caller watch. */
  Ingestion start(Bed bed, Table table, long records) {
    return bed.weir().ingest(strategy(bed), IngestionRequest.of(bed.dataset(), table, records));
  }

  /**
   * Waits until all is stored.
   *
   * @throws IllegalStateException if it is not
   */
  static void finish(Ingestion ingestion, long records) throws InterruptedException {
    boolean ended = ingestion.awaitEnd(LONGEST);
    if (ingestion.failure().isPresent()) {
      throw new IllegalStateException("Weir failed", ingestion.failure().get());
    }
    if (!ended || ingestion.stored() != records) {
      throw new IllegalStateException(
          "Weir stored " + ingestion.stored() + " of " + records + " records");
    }
  }

  /** What {@code weir compare} would run. */
  Strategy strategy(Bed bed) {
    StrategyFiles files = new StrategyFiles(bed.home());
    Map<StrategySetting, String> wanted = new EnumMap<>(StrategySetting.class);
    wanted.put(StrategySetting.LAYOUT, layout.name());
    wanted.put(StrategySetting.METHOD, method.key());
    wanted.put(StrategySetting.BATCH_SIZE, Integer.toString(bed.batch()));
    wanted.putAll(settings);
    Strategy strategy = files.load(STRATEGY);
    for (Map.Entry<StrategySetting, String> setting : wanted.entrySet()) {
      if (!strategy.get(setting.getKey()).equals(setting.getValue())) {
        strategy = files.vary(strategy, setting.getKey(), setting.getValue());
      }
    }
    return strategy;
  }
}
