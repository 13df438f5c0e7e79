package dev.weir.camel;

import dev.weir.config.Problem;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.model.AggregateDefinition;
import org.apache.camel.model.DelayDefinition;
import org.apache.camel.model.MulticastDefinition;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.model.SplitDefinition;
import org.apache.camel.model.ThreadsDefinition;
import org.apache.camel.model.ThrottleDefinition;

/**
 * Finds the steps after an aggregate that let go of the thread before the batch is stored. The next
 * batch would then come to the same connection, or be stored before the one that is older. What is
 * not known here, such as a component that answers later, the lane notices when it happens.
 */
final class StepsInTurn {
  private static final String WHY = " (a batch must be stored before the next one comes)";

  private final String where;
  private final List<Problem> problems = new ArrayList<>();

  /**
   * @param where the file as the user knows it
   */
  StepsInTurn(String where) {
    this.where = where;
  }

  List<Problem> problems(List<AggregateDefinition> aggregates) {
    aggregates.forEach(this::check);
    return problems;
  }

  private void check(AggregateDefinition aggregate) {
    refuseTrue("aggregate", "parallelProcessing", aggregate.getParallelProcessing());
    // without a value it is asynchronous
    for (DelayDefinition delay : steps(aggregate, DelayDefinition.class)) {
      String found = delay.getAsyncDelayed();
      if (!"false".equals(found)) {
        problems.add(
            new Problem(where, "asyncDelayed of delay", found == null ? "" : found, "false" + WHY));
      }
    }
    for (ThrottleDefinition throttle : steps(aggregate, ThrottleDefinition.class)) {
      refuseTrue("throttle", "asyncDelayed", throttle.getAsyncDelayed());
    }
    for (SplitDefinition split : steps(aggregate, SplitDefinition.class)) {
      refuseTrue("split", "parallelProcessing", split.getParallelProcessing());
    }
    for (MulticastDefinition multicast : steps(aggregate, MulticastDefinition.class)) {
      refuseTrue("multicast", "parallelProcessing", multicast.getParallelProcessing());
    }
    if (!steps(aggregate, ThreadsDefinition.class).isEmpty()) {
      problems.add(Problem.of(where, "threads is not possible after an aggregate" + WHY));
    }
  }

  private void refuseTrue(String step, String key, String found) {
    if ("true".equals(found)) {
      problems.add(new Problem(where, key + " of " + step, found, "false" + WHY));
    }
  }

  private static <T> List<T> steps(AggregateDefinition aggregate, Class<T> kind) {
    return List.copyOf(ProcessorDefinitionHelper.filterTypeInOutputs(aggregate.getOutputs(), kind));
  }
}
