package dev.weir.compare;

/**
 * What was worked out before the runs, held against what they came to.
 *
 * @param predicted a ceiling for what is better high, a floor for what is better low
 * @param measured the median; null where no run counts
 * @param ratio measured to predicted
 * @param basis what the prediction rests on, in a clause
 */
public record Prediction(
    String strategy,
    Metric metric,
    String unit,
    double predicted,
    Double measured,
    Double ratio,
    String basis) {}
