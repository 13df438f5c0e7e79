package dev.weir.service;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.camel.Ingestion;
import dev.weir.compare.Promise;
import dev.weir.compare.ServicePeriod;
import dev.weir.config.ConfigurationException;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import dev.weir.postgres.ServerProfile;
import dev.weir.report.PeriodsFile;
import dev.weir.service.SlotRunner.Running;
import dev.weir.statistics.Occasion;
import dev.weir.statistics.Snapshot;
import dev.weir.statistics.StatisticsCatalog;
import dev.weir.statistics.StatisticsReader;
import dev.weir.statistics.TimeLimits;
import dev.weir.statistics.WaitProfile;
import dev.weir.statistics.WaitSampler;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The periods of a service: those that go on are measured, those that have ended are kept. */
final class PeriodKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PeriodKeeper.class);
  private static final Duration CONNECT = Duration.ofSeconds(2);

  /** Five times a second: a share of a hundredth is seen in half a minute. */
  private static final Duration WAITS = Duration.ofMillis(200);

  /** So many ended periods are kept at hand; all are in the file. */
  private static final int AT_HAND = 500;

  private final ServiceRequest request;
  private final StatisticsCatalog catalog = StatisticsCatalog.load();
  private final HikariDataSource pool;
  private final StatisticsReader reader;
  private final HikariDataSource waitsPool;
  private final Map<Slot, WaitSampler> waits = new HashMap<>();
  private final PeriodsFile file;
  private final List<ServicePeriod> ended;
  private final Map<Slot, PeriodMeter> running = new HashMap<>();
  private int last;
  private volatile Optional<ServerProfile> server = Optional.empty();

  PeriodKeeper(ServiceRequest request) {
    this.request = request;
    PoolSettings settings =
        PoolSettings.named("weir statistics")
            .withTimeouts(CONNECT, TimeLimits.defaults().statement().plus(CONNECT), Duration.ZERO)
            .withFailFast(false);
    this.file = new PeriodsFile(request.serviceFolder());
    file.shorten();
    List<ServicePeriod> before = file.read();
    this.last = before.stream().mapToInt(ServicePeriod::number).max().orElse(0);
    this.ended =
        new ArrayList<>(before.subList(Math.max(0, before.size() - AT_HAND), before.size()));
    this.pool = Pools.open(request.database(), "weir-statistics", 1, settings);
    this.waitsPool = Pools.open(request.database(), "weir-waits", request.slots().size(), settings);
    this.reader = new StatisticsReader(pool, catalog, TimeLimits.defaults());
    for (Slot slot : request.slots()) {
      waits.put(slot, WaitSampler.start(waitsPool, Ingestion.sessionName(slot.name()), WAITS));
    }
  }

  StatisticsCatalog catalog() {
    return catalog;
  }

  /** The server, once it could be asked. */
  Optional<ServerProfile> server() {
    return server;
  }

  /** Reads now; empty when the server does not answer. */
  Optional<Snapshot> read(List<String> tables) {
    try {
      return Optional.of(reader.read(Occasion.ENDS, tables));
    } catch (SQLException e) {
      LOG.info("The server's statistics are not read: {}", e.getMessage());
      return Optional.empty();
    }
  }

  /** Whether several slots store at the same time. */
  boolean isSideBySide() {
    return request.slots().size() > 1;
  }

  /** Has a period count the WAL its own sessions made, where the server tells (18 and later). */
  void readOwnWal(PeriodMeter meter) {
    try {
      long stored = meter.stored();
      reader
          .readSessions(Ingestion.sessionName(meter.slot().name()))
          .figures()
          .whole("session_wal", "wal_bytes")
          .ifPresent(bytes -> meter.takeOwn(bytes, stored));
    } catch (SQLException e) {
      LOG.debug("The WAL of {} is not read", meter.slot().name(), e);
    }
  }

  /** Asks the server what it is; tried again with the next period if it does not answer. */
  private void profile() {
    // the reader keeps the one connection of its pool
    try (Connection connection = Pools.connect(request.database(), "weir service")) {
      server = Optional.of(ServerProfile.read(connection));
    } catch (SQLException | ConfigurationException e) {
      LOG.info("The server is not asked what it is: {}", e.getMessage());
    }
  }

  /**
   * A strategy begins.
   *
   * @param before a reading from before its first record
   */
  void begins(Slot slot, Running now, Optional<Snapshot> before) {
    if (server.isEmpty()) {
      profile();
    }
    synchronized (this) {
      last++;
      PeriodMeter meter =
          new PeriodMeter(
              catalog,
              last,
              slot,
              request.dataset().name(),
              request.dataset().measurements(),
              now,
              waits.get(slot).seen());
      server.ifPresent(
          known -> meter.promise(Promise.of(known.durability(), now.choice().strategy())));
      before.ifPresent(snapshot -> meter.take(snapshot, 0));
      running.put(slot, meter);
      if (running.size() > 1) {
        running.values().forEach(PeriodMeter::share);
      }
    }
  }

  /** A strategy has ended, and what it had gathered is stored. */
  void ends(Slot slot) {
    PeriodMeter meter;
    synchronized (this) {
      meter = running.remove(slot);
    }
    if (meter == null) {
      return;
    }
    read(List.of(meter.running().table().qualifiedName()))
        .ifPresent(snapshot -> meter.take(snapshot, meter.stored()));
    ServicePeriod period = meter.figures(Instant.now(), waits.get(slot).seen());
    synchronized (this) {
      ended.add(period);
      if (ended.size() > AT_HAND) {
        ended.remove(0);
      }
    }
    try {
      file.append(period);
    } catch (UncheckedIOException e) {
      LOG.warn("A period is not kept: {}", e.getMessage());
    }
  }

  synchronized List<PeriodMeter> running() {
    return List.copyOf(running.values());
  }

  synchronized Optional<PeriodMeter> running(Slot slot) {
    return Optional.ofNullable(running.get(slot));
  }

  /** What the sessions of all slots were seen at. */
  Map<WaitProfile.Kind, Long> waits() {
    Map<WaitProfile.Kind, Long> all = new HashMap<>();
    waits.values().forEach(each -> each.seen().forEach((k, n) -> all.merge(k, n, Long::sum)));
    return all;
  }

  /** The periods there are, the running ones last. */
  List<ServicePeriod> all() {
    List<ServicePeriod> all;
    synchronized (this) {
      all = new ArrayList<>(ended);
    }
    for (PeriodMeter meter : running()) {
      all.add(meter.figures(null, waits.get(meter.slot()).seen()));
    }
    return all;
  }

  @Override
  public void close() {
    waits.values().forEach(WaitSampler::close);
    reader.close();
    waitsPool.close();
    pool.close();
  }
}
