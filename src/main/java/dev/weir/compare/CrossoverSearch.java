package dev.weir.compare;

import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;

/**
 * A search for the value at which the better of two strategies changes.
 *
 * @param key a setting whose values are whole numbers
 */
public record CrossoverSearch(StrategySetting key, Strategy a, Strategy b) {}
