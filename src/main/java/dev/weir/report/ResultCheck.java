package dev.weir.report;

import dev.weir.compare.ComparisonResult;
import dev.weir.config.Problems;
import java.util.List;

/**
 * Whether a results.json that was read is a whole one. JSON of the right shape need not be: people
 * edit these files, and copies break off.
 */
final class ResultCheck {
  private ResultCheck() {}

  /**
   * @param where the file, for problems
   * @param result null where the file says no more than {@code null}
   * @throws dev.weir.config.ConfigurationException naming every part that is missing
   */
  static ComparisonResult whole(String where, ComparisonResult result) {
    Problems problems = new Problems();
    if (result == null) {
      problems.add(where, "result", "null", "a result of Weir");
      problems.throwIfAny();
      return result;
    }
    if (result.format() != ComparisonResult.FORMAT) {
      problems.add(
          where, "format", Integer.toString(result.format()), "" + ComparisonResult.FORMAT);
    }
    require(problems, where, "conditions", result.conditions());
    for (int i = 0; i < result.strategies().size(); i++) {
      ComparisonResult.Compared strategy = result.strategies().get(i);
      String key = "strategies[" + i + "].";
      require(problems, where, key + "name", strategy.name());
      require(problems, where, key + "settings", strategy.settings());
      require(problems, where, key + "promise", strategy.promise());
    }
    List<String> names = result.strategies().stream().map(ComparisonResult.Compared::name).toList();
    for (int i = 0; i < result.runs().size(); i++) {
      require(problems, where, "runs[" + i + "].strategy", result.runs().get(i).strategy());
    }
    for (int i = 0; i < result.summary().size(); i++) {
      String name = result.summary().get(i).strategy();
      if (name == null || !names.contains(name)) {
        problems.add(
            where,
            "summary[" + i + "].strategy",
            name == null ? "" : name,
            "the name of one of the strategies");
      }
    }
    problems.throwIfAny();
    return result;
  }

  private static void require(Problems problems, String where, String key, Object value) {
    if (value == null) {
      problems.add(where, key, "", "this part of a result of Weir");
    }
  }
}
