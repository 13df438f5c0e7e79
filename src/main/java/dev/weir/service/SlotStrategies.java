package dev.weir.service;

import dev.weir.camel.StrategyFiles;
import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Which strategy a slot is to run: the one that runs, the one that is to follow it, and what is
 * wrong with the file there is. Looked at by the watch, taken by the slot.
 */
final class SlotStrategies {
  private final Slot slot;
  private final StrategyFiles files;
  private final KeptStrategies kept;
  private final Consumer<String> whenProblem;
  private final Map<String, String> refused = new HashMap<>();
  private Choice current;
  private Choice next;
  private String seen = "";
  private String problem = "";
  private String problemFile = "";
  private Instant problemSince = Instant.EPOCH;

  /**
   * @param folder for copies of route files
   * @param whenProblem told each time the place shows another problem
   */
  SlotStrategies(Slot slot, StrategyFiles files, Path folder, Consumer<String> whenProblem) {
    this.slot = slot;
    this.files = files;
    this.kept = new KeptStrategies(folder, files);
    this.whenProblem = whenProblem;
  }

  /**
   * Looks whether there is something to begin with, and writes nothing.
   *
   * @throws ConfigurationException if there is not
   */
  synchronized void check() {
    if (slot.source() instanceof Slot.Fixed fixed) {
      checkStores(fixed.strategy());
      return;
    }
    WatchedPlace place = place();
    List<Candidate> found = look(place);
    try {
      if (found.isEmpty()) {
        throw nothing(place);
      }
      checked(found.get(0));
    } catch (ConfigurationException e) {
      if (kept.last().isEmpty()) {
        throw e;
      }
    }
  }

  /**
   * What to begin with: what is at the place if it is good, else what ran last.
   *
   * @throws ConfigurationException if there is neither
   */
  synchronized Choice first() {
    if (slot.source() instanceof Slot.Fixed fixed) {
      checkStores(fixed.strategy());
      current = new Choice(fixed.strategy(), "");
      return current;
    }
    WatchedPlace place = place();
    List<Candidate> found = look(place);
    Optional<Choice> last = kept.last();
    problemFile = (found.isEmpty() ? place.path() : found.get(0).file()).getFileName().toString();
    if (!found.isEmpty()) {
      try {
        current = good(found.get(0));
        return current;
      } catch (ConfigurationException e) {
        if (last.isEmpty()) {
          throw e;
        }
        refused.put(found.get(0).sum(), e.getMessage());
      }
    }
    current = last.orElseThrow(() -> nothing(place));
    show(found.isEmpty() ? gone(place) : refused.get(found.get(0).sum()));
    return current;
  }

  /** Looks whether another strategy is to run. */
  synchronized void look() {
    if (!(slot.source() instanceof Slot.Watched)) {
      return;
    }
    WatchedPlace place = place();
    List<Candidate> found;
    try {
      found = place.look();
    } catch (IOException e) {
      show(place.path() + " cannot be read (" + e + "); " + current.name() + " goes on");
      return;
    }
    problemFile = (found.isEmpty() ? place.path() : found.get(0).file()).getFileName().toString();
    if (found.isEmpty()) {
      next = null;
      show(gone(place));
      return;
    }
    consider(found.get(0));
    refused.keySet().removeIf(sum -> found.stream().noneMatch(each -> each.sum().equals(sum)));
  }

  private void consider(Candidate newest) {
    String sum = newest.sum();
    if (sum.equals(current.sum())) {
      next = null;
      show("");
    } else if (refused.containsKey(sum)) {
      next = null;
      show(refused.get(sum));
    } else if (next == null || !next.sum().equals(sum)) {
      if (!sum.equals(seen)) {
        seen = sum; // it may still be being written: what is there twice in a row counts
        return;
      }
      try {
        next = good(newest);
        show("");
      } catch (ConfigurationException e) {
        next = null;
        refused.put(sum, e.getMessage());
        show(e.getMessage());
      }
    }
  }

  private static ConfigurationException nothing(WatchedPlace place) {
    return new ConfigurationException(
        Problem.of(
            place.path().toString(), place.lack() + "; one that ends in .camel.yaml is needed"));
  }

  private String gone(WatchedPlace place) {
    return place.path() + " now " + place.lack() + "; " + current.name() + " goes on";
  }

  private WatchedPlace place() {
    return new WatchedPlace(((Slot.Watched) slot.source()).place());
  }

  private static List<Candidate> look(WatchedPlace place) {
    try {
      return place.look();
    } catch (IOException e) {
      throw new ConfigurationException(
          Problem.of(place.path().toString(), "a place that can be read is needed (" + e + ")"));
    }
  }

  private Choice good(Candidate candidate) {
    return kept.keep(checked(candidate), candidate);
  }

  private Strategy checked(Candidate candidate) {
    Strategy checked =
        files.check(candidate.text().getBytes(StandardCharsets.UTF_8), candidate.file());
    checkStores(checked);
    return checked;
  }

  private static void checkStores(Strategy strategy) {
    if (strategy.get(StrategySetting.METHOD).equals("none")) {
      throw new ConfigurationException(
          new Problem(
              strategy.name(),
              StrategySetting.METHOD.key(),
              "none",
              "a method that stores the records"));
    }
  }

  private void show(String now) {
    boolean changed = !now.equals(problem);
    problem = now;
    if (changed) {
      problemSince = Instant.now();
    }
    if (changed && !now.isEmpty()) {
      whenProblem.accept(now);
    }
  }

  /** The strategy that is to replace the one that runs, checked; empty when none is. */
  synchronized Optional<Choice> next() {
    return Optional.ofNullable(next);
  }

  /**
   * It runs now.
   *
   * @param alsoNeeded sums of the files that may be run again
   */
  synchronized void runs(Choice choice, Set<String> alsoNeeded) {
    current = choice;
    if (next != null && next.sum().equals(choice.sum())) {
      next = null;
    }
    Set<String> needed = new HashSet<>(alsoNeeded);
    if (next != null) {
      needed.add(next.sum());
    }
    kept.runs(choice, needed);
  }

  /** It is good by itself and does not work here. It is not tried again until its file changes. */
  synchronized void refuse(Choice choice, String why) {
    refused.put(choice.sum(), choice.name() + ": " + why);
    if (next != null && next.sum().equals(choice.sum())) {
      next = null;
    }
    show(refused.get(choice.sum()));
  }

  /** Since when there is the problem there is. */
  synchronized Instant problemSince() {
    return problemSince;
  }

  /** The file the problem is of: the one that was changed last, or the place where none is. */
  synchronized String problemFile() {
    return problemFile;
  }

  /** Why what is at the place does not run; empty when it does. */
  synchronized String problem() {
    return problem;
  }
}
