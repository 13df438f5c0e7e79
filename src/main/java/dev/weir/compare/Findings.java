package dev.weir.compare;

import java.util.List;

/**
 * What a comparison found beside figures and verdicts. A part that was not asked for, or could not
 * be had, is null or empty, and left out of results.json.
 *
 * @param crossoverSearch what a search for one of the crossovers came to
 * @param baseline this result against an earlier one
 */
public record Findings(
    NoiseFloor noiseFloor,
    List<Prediction> predictions,
    List<Curve> curves,
    List<Crossover> crossovers,
    CrossoverFound crossoverSearch,
    AtRate atRate,
    Regressions baseline) {
  public static final Findings NONE =
      new Findings(null, List.of(), List.of(), List.of(), null, null, null);

  public Findings {
    predictions = predictions == null ? List.of() : List.copyOf(predictions);
    curves = curves == null ? List.of() : List.copyOf(curves);
    crossovers = crossovers == null ? List.of() : List.copyOf(crossovers);
  }

  Findings with(NoiseFloor floor) {
    return new Findings(floor, predictions, curves, crossovers, crossoverSearch, atRate, baseline);
  }

  Findings withPredictions(List<Prediction> made) {
    return new Findings(noiseFloor, made, curves, crossovers, crossoverSearch, atRate, baseline);
  }

  Findings withCurves(List<Curve> drawn) {
    return new Findings(
        noiseFloor, predictions, drawn, crossovers, crossoverSearch, atRate, baseline);
  }

  Findings withCrossovers(List<Crossover> found) {
    return new Findings(noiseFloor, predictions, curves, found, crossoverSearch, atRate, baseline);
  }

  Findings with(CrossoverFound searched) {
    return new Findings(noiseFloor, predictions, curves, crossovers, searched, atRate, baseline);
  }

  Findings with(AtRate rated) {
    return new Findings(
        noiseFloor, predictions, curves, crossovers, crossoverSearch, rated, baseline);
  }

  Findings with(Regressions compared) {
    return new Findings(
        noiseFloor, predictions, curves, crossovers, crossoverSearch, atRate, compared);
  }
}
