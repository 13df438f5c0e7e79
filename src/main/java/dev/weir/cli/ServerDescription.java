package dev.weir.cli;

import dev.weir.postgres.Durability;
import dev.weir.postgres.Permissions;
import dev.weir.postgres.ServerProfile;
import java.util.ArrayList;
import java.util.List;

/** A server and what an account may do there, for people. */
final class ServerDescription {
  private final ServerProfile profile;
  private final String address;
  private final boolean fit;

  /**
   * @param fit whether strategies can be compared there; where not, the problems say why
   */
  ServerDescription(ServerProfile profile, String address, boolean fit) {
    this.profile = profile;
    this.address = address;
    this.fit = fit;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    Durability durability = profile.durability();
    Permissions may = profile.permissions();
    lines.add("PostgreSQL " + profile.version() + " at " + address);
    lines.add("  tables are made in schema " + profile.schema());
    lines.add("  connections still free: " + profile.freeConnections());
    lines.add("This account may");
    lines.add(may("make tables", may.createTable(), "nothing can be compared"));
    lines.add(
        may("make a checkpoint", may.checkpoint(), "runs start without one and are labelled so"));
    lines.add(
        may("see what other sessions do", may.monitor(), "autovacuum elsewhere goes unnoticed"));
    lines.add(may("change server settings", may.alterSystem(), "they are compared as they are"));
    lines.add(may("list the WAL files", may.listWal(), "the size of pg_wal is not reported"));
    lines.add("What a commit is worth");
    lines.add("  fsync " + onOff(durability.fsync()));
    lines.add("  synchronous_commit " + durability.synchronousCommit());
    lines.add("  full_page_writes " + onOff(durability.fullPageWrites()));
    lines.add("  wal_level " + durability.walLevel());
    lines.add("  data_checksums " + onOff(durability.dataChecksums()));
    lines.addAll(oddities());
    return lines;
  }

  private List<String> oddities() {
    List<String> odd = new ArrayList<>();
    Durability durability = profile.durability();
    if (!durability.fsync()) {
      odd.add("  fsync is off: a crash of the machine can destroy the whole database");
    }
    if (!durability.fullPageWrites()) {
      odd.add("  full_page_writes is off: a crash can leave pages half written");
    }
    if (durability.synchronousCommit().equals("off")) {
      odd.add(
          "  synchronous_commit is off by default; strategies set it for themselves, other programs"
              + " may lose what they committed last");
    }
    if ("off".equals(profile.settings().get("autovacuum"))) {
      odd.add("  autovacuum is off: tables that change will bloat");
    }
    if ("off".equals(profile.settings().get("track_counts"))) {
      odd.add("  track_counts is off: most statistics stand still");
    }
    if (!odd.isEmpty()) {
      odd.add(0, "What looks wrong");
    } else if (fit) {
      odd.add("Nothing looks wrong");
    }
    return odd;
  }

  private static String may(String what, boolean allowed, String otherwise) {
    return "  " + (allowed ? "yes  " : "no   ") + what + (allowed ? "" : ": " + otherwise);
  }

  private static String onOff(boolean on) {
    return on ? "on" : "off";
  }
}
