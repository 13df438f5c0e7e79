package dev.weir.config;

import java.util.List;
import java.util.stream.Collectors;

/** Wrong use or configuration: all problems found, at once. Ends a command with exit code 2. */
public final class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  public ConfigurationException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  public ConfigurationException(Problem problem) {
    this(List.of(problem));
  }

  public List<Problem> problems() {
    return problems;
  }
}
