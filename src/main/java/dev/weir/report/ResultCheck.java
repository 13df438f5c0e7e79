package dev.weir.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.compare.ComparisonResult;
import dev.weir.compare.Costs;
import dev.weir.compare.Findings;
import dev.weir.compare.RunResult;
import dev.weir.compare.Verdict;
import dev.weir.config.Problems;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether a results.json that was read is a whole one. JSON of the right shape need not be: people
 * edit these files, and copies break off. A figure may be missing, if it is one a run may have been
 * without; what says what the figures are of may not.
 */
final class ResultCheck {
  /** What is only there where there is something to say. */
  private static final Set<String> OPTIONAL =
      Set.of(
          "Loading.batchMillis",
          "RunResult.failure",
          "Second.checkpoint",
          "WalBudget.indexes",
          "Curve.knee",
          "AtRate.recommended",
          "Held.failure",
          "Machine.folder");

  private static final Set<Class<?>> ALL_OPTIONAL = Set.of(Costs.class, Findings.class);

  /** Their parts stand beside the others. */
  private static final Set<Class<?>> FLAT =
      Set.of(
          RunResult.Loading.class,
          RunResult.Wal.class,
          RunResult.Checkpoints.class,
          RunResult.Disk.class,
          RunResult.Probes.class,
          Costs.class,
          Findings.class);

  private final String where;
  private final Problems problems = new Problems();

  private ResultCheck(String where) {
    this.where = where;
  }

  /**
   * @param where the file, for problems
   * @param result null where the file says no more than {@code null}
   * @param file what stands in it, by its names
   * @throws dev.weir.config.ConfigurationException naming every part that is missing
   */
  static ComparisonResult whole(String where, ComparisonResult result, JsonNode file) {
    ResultCheck check = new ResultCheck(where);
    check.parts("result", result, file);
    if (result.format() != ComparisonResult.FORMAT) {
      check.problems.add(
          where, "format", Integer.toString(result.format()), "" + ComparisonResult.FORMAT);
    }
    List<String> names = result.strategies().stream().map(ComparisonResult.Compared::name).toList();
    for (int i = 0; i < result.summary().size(); i++) {
      check.requireStrategy(
          "summary[" + i + "].strategy", result.summary().get(i).strategy(), names);
    }
    for (int i = 0; i < result.verdicts().size(); i++) {
      Verdict verdict = result.verdicts().get(i);
      if (verdict.ratio() != null) {
        check.require("verdicts[" + i + "].low", verdict.low(), file);
        check.require("verdicts[" + i + "].high", verdict.high(), file);
      }
    }
    for (int i = 0; i < result.findings().curves().size(); i++) {
      if (result.findings().curves().get(i).points().isEmpty()) {
        check.problems.add(where, "curves[" + i + "].points", "[]", "a point of a curve");
      }
    }
    check.problems.throwIfAny();
    return result;
  }

  /** The same for an environment.json. */
  static Environment whole(String where, Environment environment, JsonNode file) {
    ResultCheck check = new ResultCheck(where);
    check.parts("environment", environment, file);
    check.problems.throwIfAny();
    return environment;
  }

  private void parts(String name, Object whole, JsonNode file) {
    if (whole == null) {
      problems.add(where, name, "null", "a result of Weir");
      problems.throwIfAny();
    }
    walk("", whole, file);
  }

  private void requireStrategy(String key, String name, List<String> names) {
    if (name != null && !names.contains(name)) {
      problems.add(where, key, name, "the name of one of the strategies");
    }
  }

  private void walk(String path, Object part, JsonNode file) {
    if (part instanceof Record) {
      for (RecordComponent component : part.getClass().getRecordComponents()) {
        component(path, part, component, file);
      }
    } else if (part instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        require(path + "[" + i + "]", list.get(i), file.path(i));
      }
    } else if (part instanceof Map<?, ?> map) {
      map.forEach((key, value) -> require(path + "." + key, value, file.path("" + key)));
    }
  }

  private void component(String path, Object record, RecordComponent component, JsonNode file) {
    Object value = value(record, component);
    if (value == null && isOptional(record.getClass(), component)) {
      return;
    }
    String name = component.getName();
    if (FLAT.contains(component.getType())) {
      require(path, value, file);
    } else {
      // a number that is missing has become 0
      boolean missing = component.getType().isPrimitive() && !file.hasNonNull(name);
      require(path.isEmpty() ? name : path + "." + name, missing ? null : value, file.path(name));
    }
  }

  private static Object value(Object record, RecordComponent component) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(component + " is not to be read", e);
    }
  }

  private static boolean isOptional(Class<?> type, RecordComponent component) {
    return Number.class.isAssignableFrom(component.getType())
        || ALL_OPTIONAL.contains(type)
        || OPTIONAL.contains(type.getSimpleName() + "." + component.getName());
  }

  private void require(String key, Object value, JsonNode file) {
    if (value == null) {
      problems.add(where, key, "", "this part of a result of Weir");
    } else if (value instanceof Double number && !Double.isFinite(number)) {
      problems.add(where, key, number.toString(), "a number");
    } else {
      walk(key, value, file);
    }
  }
}
