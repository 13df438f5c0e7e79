package dev.weir.service;

import dev.weir.camel.StrategyFiles;
import dev.weir.config.ConfigurationException;
import dev.weir.config.Home;
import dev.weir.config.Problems;
import dev.weir.config.Strategy;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A place for one strategy at a time, and the unit the ledger counts in: it reads the dataset from
 * the beginning to the end, whichever strategies store it one after the other. Slots side by side
 * each read the whole dataset, into tables of their own.
 *
 * @param name unlike that of any other slot; letters, digits, {@code . _ -}
 */
public record Slot(String name, Source source) {

  /** Where the strategies of a slot come from. */
  public sealed interface Source permits Fixed, Watched {}

  /** One strategy that stays as it is. */
  public record Fixed(Strategy strategy) implements Source {}

  /**
   * A route file, or a folder of them of which the one changed last counts. Looked at while the
   * service runs: a change swaps the strategy.
   */
  public record Watched(Path place) implements Source {}

  /**
   * Whether a service whose data are there has run this slot, and so can go on without its file.
   */
  public boolean hasRun(Path data) {
    return KeptStrategies.hasAny(folder(data));
  }

  /** The folder of the copies of its route files. */
  Path folder(Path data) {
    return data.resolve("service").resolve("strategies").resolve(name);
  }

  /**
   * Looks whether slots can run side by side and each has something to begin with. Starts nothing
   * and writes nothing.
   *
   * @param data the service's folder
   * @throws ConfigurationException naming every slot that is wrong
   */
  public static void check(List<Slot> slots, Home home, Path data) {
    Problems problems = new Problems();
    problems.collect(() -> requireDifferentNames(slots));
    StrategyFiles files = new StrategyFiles(home);
    for (Slot slot : new LinkedHashSet<>(slots)) {
      problems.collect(
          () -> new SlotStrategies(slot, files, slot.folder(data), problem -> {}).check());
    }
    problems.throwIfAny();
  }

  /**
   * @throws ConfigurationException if two slots have one name, or a name cannot be one
   */
  static void requireDifferentNames(List<Slot> slots) {
    Problems problems = new Problems();
    Set<String> names = new HashSet<>();
    for (Slot slot : slots) {
      if (!names.add(slot.name())) {
        problems.add("command line", "STRATEGY", slot.name(), "another one: each name once");
      }
      if (slot.name().isEmpty()) {
        problems.add("command line", "STRATEGY", "", "a name");
      }
    }
    problems.throwIfAny();
  }

  /** A slot of one strategy, named after it. */
  public static Slot fixed(Strategy strategy) {
    return new Slot(strategy.name(), new Fixed(strategy));
  }

  /**
   * @param place a route file or a folder of route files
   */
  public static Slot watching(String name, Path place) {
    return new Slot(name, new Watched(place.toAbsolutePath().normalize()));
  }
}
