package dev.weir.compare;

/**
 * Where the better one of two strategies changes: {@code a} is better up to the value {@code
 * below}, {@code b} from {@code above} on.
 *
 * @param key the setting varied, whose values are whole numbers
 */
public record Crossover(String key, String a, String b, Metric metric, long below, long above) {}
