package dev.weir.compare;

/**
 * What a comparison is to find out beside figures and verdicts.
 *
 * @param noiseFloor whether one strategy runs twice, to know what a difference is worth
 */
public record Inquiry(boolean noiseFloor) {
  /** Nothing beside. */
  public static final Inquiry NONE = new Inquiry(false);
}
