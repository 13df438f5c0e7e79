package dev.weir.compare;

/**
 * What may be said about two strategies and one metric.
 *
 * @param ratio median of a divided by median of b, whichever is better; null without figures
 * @param low least value of a divided by greatest of b
 * @param high greatest value of a divided by least of b
 * @param why the ranges, and where a claimed difference comes from as far as that is known
 */
public record Verdict(
    Metric metric,
    String a,
    String b,
    Double ratio,
    Double low,
    Double high,
    Outcome verdict,
    String why) {

  /**
   * Runs of each side a claim needs. With two runs each, chance alone puts both of one side first
   * in one of three cases; with three in one of ten.
   */
  public static final int LEAST_RUNS = 3;

  /** The four things that can be said. */
  public enum Outcome {
    A_BETTER("a-better"),
    B_BETTER("b-better"),
    NO_DIFFERENCE("no-difference"),
    NOT_COMPARABLE("not-comparable");

    private final String key;

    Outcome(String key) {
      this.key = key;
    }

    /** The word in results.json. */
    public String key() {
      return key;
    }
  }
}
