package dev.weir.compare;

import dev.weir.statistics.Snapshot;

/**
 * The server's statistics at a moment of a comparison.
 *
 * @param progress what was being done; null before the first run
 */
public record Sample(Progress progress, Snapshot snapshot) {}
