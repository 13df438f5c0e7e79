package dev.weir.dataset;

import dev.weir.config.Problems;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** What a dataset file of the kind {@code generated} says. */
final class GeneratedDatasetFile {
  private static final List<String> SHAPES =
      List.of("normal", "random-walk", "counter", "constant");

  private static final String UNKNOWN = "";

  private static final double MOST = 1e15;
  private static final long MOST_READINGS = 1_000_000_000;

  private GeneratedDatasetFile() {}

  static GeneratedDataset read(String name, YamlSection file, Problems problems) {
    long seed = file.wholeNumber("seed", 0, 999_999_999_999_999_999L);
    int series = (int) file.wholeNumber("series", 1, Integer.MAX_VALUE);
    Instant start = file.time("start");
    Duration interval = file.duration("interval", "1ms", "3650d");
    long measurements = file.wholeNumber("measurements", 1, MeasurementGroup.MOST_COUNT);
    List<MeasurementGroup> groups = new ArrayList<>();
    for (YamlSection section : file.sections("groups")) {
      groups.add(group(section, RandomBits.of(seed, groups.size())));
    }
    file.end();
    problems.throwIfAny();
    long total = groups.stream().mapToLong(MeasurementGroup::count).sum();
    if (total != measurements) {
      file.wrong(
          "measurements", "" + measurements, total + ", the sum of the counts of its groups,");
    }
    problems.throwIfAny();
    GeneratedDataset dataset = new GeneratedDataset(name, series, start, interval, groups);
    if (dataset.size() == 0) {
      file.wrong(
          "start", start.toString(), "a time that leaves one reading of every series in year 9999");
    }
    problems.throwIfAny();
    return dataset;
  }

  private static MeasurementGroup group(YamlSection section, long seed) {
    String name = section.text("name", "what is measured, a word");
    int count = (int) section.wholeNumber("count", 1, MeasurementGroup.MOST_COUNT);
    ValueShape shape = shape(section, count, seed);
    double nulls = section.has("nulls") ? section.number("nulls", 0, 1) : 0;
    OptionalInt decimals =
        section.has("decimals")
            ? OptionalInt.of(
                (int) section.wholeNumber("decimals", 0, MeasurementGroup.MOST_DECIMALS))
            : OptionalInt.empty();
    section.end();
    return new MeasurementGroup(name, count, shape, nulls, decimals, seed);
  }

  private static ValueShape shape(YamlSection section, int count, long seed) {
    String shape = section.word("shape", SHAPES).orElse(UNKNOWN);
    return switch (shape) {
      case "normal" ->
          new NormalShape(
              section.number("mean", -MOST, MOST), section.number("deviation", 0, MOST));
      case "random-walk" -> randomWalk(section);
      case "counter" -> counter(section, count, seed);
      case "constant" -> new ConstantShape(section.measurement("value"));
      default -> {
        section.allowAll(); // whether a key belongs here depends on the shape
        yield new ConstantShape(0);
      }
    };
  }

  private static CounterShape counter(YamlSection section, int count, long seed) {
    double rate = section.number("rate", 0, MOST);
    long resetEvery =
        section.has("resetEvery")
            ? section.wholeNumber("resetEvery", 2, MOST_READINGS)
            : CounterShape.NEVER;
    return new CounterShape(rate, resetEvery, count, seed);
  }

  private static RandomWalkShape randomWalk(YamlSection section) {
    double low = section.number("low", -MOST, MOST);
    double high = section.number("high", -MOST, MOST);
    if (low > high) {
      section.wrong("high", "" + high, "a number from low (" + low + ")");
    }
    return new RandomWalkShape(low, high, section.wholeNumber("period", 16, MOST_READINGS));
  }
}
