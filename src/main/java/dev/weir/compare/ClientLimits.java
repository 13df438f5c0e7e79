package dev.weir.compare;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the strategies that Weir itself, not the server, sets the pace of. Their sessions wait for
 * Weir a good part of the time; of those the pipeline is measured with the method {@code none},
 * which does everything but send: a strategy that is near that rate is at the client's limit. After
 * the rounds, when all of it is warm; once for strategies that differ in nothing it depends on.
 */
final class ClientLimits {
  private static final Logger LOG = LoggerFactory.getLogger(ClientLimits.class);

  /** A strategy within so much of the pipeline's own rate is limited by it. */
  private static final double NEAR = 0.8;

  /**
   * Where sessions wait less than this for Weir, the server sets the pace, and nothing is asked.
   */
  private static final double WORTH_ASKING = 0.2;

  /** Measures how many records a second the pipeline makes for a strategy that sends nothing. */
  interface PipelineRate {
    double measured(Strategy none)
        throws SQLException, InterruptedException, StopSignal.Stopped, RunFailed;
  }

  private final PipelineRate rate;
  private final List<RunResult> runs;
  private final Map<List<String>, Double> limits = new HashMap<>();

  ClientLimits(PipelineRate rate, List<RunResult> runs) {
    this.rate = rate;
    this.runs = runs;
  }

  /** A note on each strategy that is at the client's limit. */
  List<String> notes(List<Strategy> strategies)
      throws SQLException, InterruptedException, StopSignal.Stopped {
    List<String> notes = new ArrayList<>();
    for (Strategy strategy : strategies) {
      if (waitsForWeir(strategy)) {
        note(strategy).ifPresent(notes::add);
      }
    }
    return notes;
  }

  private boolean waitsForWeir(Strategy strategy) {
    return !strategy.get(StrategySetting.METHOD).equals("none")
        && CostProfile.of(strategy.name(), runs)
                .doings()
                .getOrDefault(CostProfile.WAITING_FOR_CLIENT, 0.0)
            >= WORTH_ASKING;
  }

  private Optional<String> note(Strategy strategy)
      throws SQLException, InterruptedException, StopSignal.Stopped {
    OptionalDouble stored =
        CostProfile.of(strategy.name(), runs).median(run -> run.loading().recordsPerSecond());
    double limit = limit(strategy);
    if (stored.isEmpty() || limit == 0 || stored.getAsDouble() < NEAR * limit) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "the client is the limit of %s: it stores %,.0f records/s, and Weir makes %,.0f when"
                + " nothing is sent",
            strategy.name(),
            stored.getAsDouble(),
            limit));
  }

  private double limit(Strategy strategy)
      throws SQLException, InterruptedException, StopSignal.Stopped {
    List<String> dependsOn =
        List.of(
            strategy.get(StrategySetting.LAYOUT),
            strategy.get(StrategySetting.BATCH_SIZE),
            strategy.get(StrategySetting.WRITERS));
    Double known = limits.get(dependsOn);
    if (known == null) {
      known = measured(strategy);
      limits.put(dependsOn, known);
    }
    return known;
  }

  /** Records a second; 0 where it could not be measured. */
  private double measured(Strategy strategy)
      throws SQLException, InterruptedException, StopSignal.Stopped {
    try {
      return rate.measured(strategy.with(StrategySetting.METHOD, "none"));
    } catch (RunFailed | ConfigurationException e) {
      // a route written out in full may fix its method: then it is not known
      LOG.warn("the client's limit of {}: {}", strategy.name(), e.getMessage());
      return 0;
    }
  }
}
