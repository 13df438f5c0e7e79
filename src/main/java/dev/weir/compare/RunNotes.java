package dev.weir.compare;

import dev.weir.layout.Table;
import dev.weir.statistics.Difference;
import dev.weir.statistics.ForeignWork;
import dev.weir.statistics.RunCosts;
import dev.weir.statistics.WaitProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** What the reader of a run's figures should know, and whether they are worth having. */
final class RunNotes {
  /** Rows that the server itself writes meanwhile, of ANALYZE for one. */
  private static final long ROWS_OF_THE_SERVER = 2_000;

  private static final double ROWS_OF_OTHERS = 0.01;
  private static final double MOSTLY = 0.5;

  private final List<String> notes = new ArrayList<>();
  private boolean valid = true;

  void add(String note) {
    if (!note.isEmpty()) {
      notes.add(note);
    }
  }

  List<String> all() {
    return notes;
  }

  boolean isValid() {
    return valid;
  }

  /** What the server's statistics say about the time between start and end of the run. */
  void judge(Difference difference, RunCosts costs, Table table, Load.Outcome load) {
    notes.addAll(difference.notes());
    valid &= difference.valid();
    judgeOthers(difference, table, load);
    long timed = costs.checkpointsTimed().orElse(0);
    long requested = costs.checkpointsRequested().orElse(0);
    if (timed + requested > 0) {
      String images =
          costs.walFullPageImages().isPresent()
              ? String.format(
                  Locale.ROOT, ", %,d full-page images", costs.walFullPageImages().getAsLong())
              : "";
      add(
          "checkpoints fell into the run (%d timed, %d requested%s); a run of this length holds no whole cycle of them"
              .formatted(timed, requested, images));
    }
  }

  private void judgeOthers(Difference difference, Table table, Load.Outcome load) {
    OptionalLong written = difference.figures().whole("pg_stat_database", "tup_inserted");
    if (written.isEmpty()) {
      return;
    }
    long all =
        written.getAsLong()
            + difference.figures().whole("pg_stat_database", "tup_updated").orElse(0)
            + difference.figures().whole("pg_stat_database", "tup_deleted").orElse(0);
    long own = load.rowsWritten(table) + load.commits();
    long others = all - own;
    if (others > Math.max(ROWS_OF_THE_SERVER, own * ROWS_OF_OTHERS)) {
      valid = false;
      add(
          String.format(
              Locale.ROOT,
              "other sessions wrote %,d rows in this database during the run",
              others));
    }
  }

  /** What was seen beside the load: others' work, and sessions that waited for Weir. */
  void judge(Aftermath aftermath, WaitProfile waits) {
    aftermath.foreign().flatMap(ForeignWork::note).ifPresent(this::add);
    aftermath.walBudget().vacuumNote().ifPresent(this::add);
    if (waits.missed() > waits.samples() / 10) {
      add("%d looks at what the sessions wait for were not answered".formatted(waits.missed()));
    }
    double client = waits.share(WaitProfile.Kind.CLIENT);
    if (client > MOSTLY) {
      add(
          String.format(
              Locale.ROOT,
              "its sessions waited %.0f %% of the time for Weir or the network: the server could do"
                  + " more",
              client * 100));
    }
  }
}
