package dev.weir.camel;

import dev.weir.config.Kind;
import dev.weir.config.Problem;
import dev.weir.config.StrategySetting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.model.ModelCamelContext;

/** The route a strategy file describes, as Camel's loader understood it. */
sealed interface StrategyRoute permits TemplatedStrategy, WrittenOutStrategy {

  /** The settings the file writes, by key; not yet checked. */
  Map<String, String> written();

  /** The name the file gives its strategy; empty where it gives none and the file's is taken. */
  Optional<String> ownName();

  /** The name its endpoints carry whatever Weir calls the strategy; empty where Weir names them. */
  Optional<String> fixedName();

  /** What is wrong with the file besides the values of its settings. */
  List<Problem> problems();

  /**
   * Why a setting cannot be varied without changing the file.
   *
   * @return empty when it can
   */
  Optional<Problem> objection(StrategySetting setting, String value);

  /** Adds one lane's route to a context and, where the context runs, starts it. */
  void add(ModelCamelContext context, LaneRoute lane) throws Exception;

  /**
   * A setting's value as it stood in an endpoint's URI, where + is read as a blank.
   *
   * @param value with blanks for +
   */
  static String written(StrategySetting setting, String value) {
    return setting.kind() instanceof Kind.Choices ? value.replace(' ', '+') : value;
  }
}
