/**
 * Where records come from. A dataset is addressable: record i can be had again at any time, so that
 * what was stored can be checked. Knows neither tables nor Camel.
 */
package dev.weir.dataset;
