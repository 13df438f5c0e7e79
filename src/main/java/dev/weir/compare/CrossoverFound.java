package dev.weir.compare;

/**
 * What the search for a crossover came to.
 *
 * @param key the setting whose values were gone through
 * @param found in a sentence without its full stop
 */
public record CrossoverFound(String key, String a, String b, String found) {}
