package dev.weir.statistics;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * What the sessions of a run did with their time, as shares of what was seen of them.
 *
 * @param shares of each kind, from 0 to 1, 1 together; empty when nothing was seen
 * @param samples how many times the sessions were looked at
 * @param missed how many looks the server did not answer
 */
public record WaitProfile(Map<Kind, Double> shares, int samples, int missed) {

  /** What a session is doing, seen from the outside. */
  public enum Kind {
    /** At work and waiting for nothing the server knows of: computing, or ready to. */
    CPU("onCpu"),
    /** Handing WAL to the operating system. */
    WAL_WRITE("walWrite"),
    /** Having WAL put on disk, or waiting for another session that has it done. */
    WAL_SYNC("walSync"),
    FILE_EXTEND("dataExtend"),
    FILE_READ("dataRead"),
    FILE_WRITE("dataWrite"),
    /** Locks of tables, rows and the server's own structures. */
    LOCK("lock"),
    /** Nothing to do, or the network: the client is the limit. */
    CLIENT("client"),
    OTHER("other");

    private final String key;

    Kind(String key) {
      this.key = key;
    }

    /** The name in results. */
    public String key() {
      return key;
    }

    /**
     * Tells one wait from another.
     *
     * @param state of the session
     * @param type of the wait; null or empty when it does not wait
     * @param event its name, which some versions spell in capitals
     * @see <a href="https://www.postgresql.org/docs/current/monitoring-stats.html">wait events</a>
     */
    static Kind of(String state, String type, String event) {
      if (type == null || type.isEmpty()) {
        return "active".equals(state) ? CPU : CLIENT;
      }
      String name = event == null ? "" : event.toLowerCase(Locale.ROOT);
      return switch (type) {
        case "Client" -> CLIENT;
        case "Lock", "BufferPin" -> LOCK;
        case "LWLock" -> name.equals("walwrite") ? WAL_SYNC : LOCK;
        case "IO" -> ofFile(name);
        default -> OTHER;
      };
    }

    private static Kind ofFile(String event) {
      return switch (event) {
        case "walwrite", "walinitwrite" -> WAL_WRITE;
        case "walsync", "walinitsync", "walsyncmethodassign" -> WAL_SYNC;
        case "datafileextend" -> FILE_EXTEND;
        case "datafileread", "datafileprefetch", "buffileread", "aioiocompletion" -> FILE_READ;
        case "datafilewrite", "datafileflush", "datafilesync", "datafiletruncate", "buffilewrite" ->
            FILE_WRITE;
        default -> OTHER;
      };
    }
  }

  public WaitProfile {
    EnumMap<Kind, Double> ordered = new EnumMap<>(Kind.class);
    ordered.putAll(shares);
    shares = Collections.unmodifiableMap(ordered);
  }

  /** The share of a kind, from 0 to 1. */
  public double share(Kind kind) {
    return shares.getOrDefault(kind, 0.0);
  }
}
