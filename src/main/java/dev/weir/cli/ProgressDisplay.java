package dev.weir.cli;

import dev.weir.compare.ComparisonListener;
import dev.weir.compare.Progress;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * Shows progress: a bar that stays in its line on a terminal, a plain line every 10 s elsewhere.
 */
final class ProgressDisplay implements ComparisonListener {
  private static final Duration REDRAW = Duration.ofMillis(200);
  private static final Duration LINE = Duration.ofSeconds(10);
  private static final int BAR = 24;
  private static final int WIDTH = 100;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream out;
  private final boolean terminal;
  private final long start = System.nanoTime();
  private long shown;
  private boolean drawn;

  /**
   * @param terminal whether a bar may be drawn over and over
   */
  ProgressDisplay(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
    this.shown = terminal ? start - REDRAW.toNanos() : start;
  }

  @Override
  public synchronized void progress(Progress progress) {
    long now = System.nanoTime();
    if (now - shown < (terminal ? REDRAW : LINE).toNanos()) {
      return;
    }
    shown = now;
    if (terminal) {
      out.print(CLEAR_LINE + cut(bar(progress.done()) + " " + describe(progress, now)));
      out.flush();
      drawn = true;
    } else {
      out.println(describe(progress, now));
    }
  }

  /** Takes the bar away. */
  synchronized void end() {
    if (drawn) {
      out.print(CLEAR_LINE);
      out.flush();
      drawn = false;
    }
  }

  private String describe(Progress progress, long now) {
    String where =
        progress.run() == 0
            ? "warming up"
            : String.format(
                Locale.ROOT,
                "run %d of %d, round %d",
                progress.run(),
                progress.runs(),
                progress.round());
    String rate =
        progress.recordsPerSecond() == 0
            ? ""
            : String.format(Locale.ROOT, " %,.0f records/s", progress.recordsPerSecond());
    return String.format(
        Locale.ROOT,
        "%3.0f%% %s: %s %s%s, %s",
        progress.done() * 100,
        where,
        progress.strategy(),
        progress.phase(),
        rate,
        left(progress.done(), (now - start) / 1e9));
  }

  /** By the time it took so far; nothing is said of the first seconds. */
  private static String left(double done, double seconds) {
    if (done < 0.02) {
      return String.format(Locale.ROOT, "%.0f s so far", seconds);
    }
    return String.format(Locale.ROOT, "about %.0f s left", seconds * (1 - done) / done);
  }

  private static String bar(double done) {
    int full = (int) Math.round(done * BAR);
    return "[" + "#".repeat(full) + ".".repeat(BAR - full) + "]";
  }

  private static String cut(String line) {
    return line.length() <= WIDTH ? line : line.substring(0, WIDTH);
  }
}
