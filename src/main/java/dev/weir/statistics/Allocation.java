package dev.weir.statistics;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * How many bytes of heap this process asked for: what is in use now and what collections freed. The
 * JVM's own counters are by thread and end with it, so they miss what lanes allocated once these
 * are gone. What is counted is whole thread-local buffers, so it is right to a few megabytes.
 */
final class Allocation implements AutoCloseable {
  private static final long NEWS_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Set<String> heapPools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .collect(Collectors.toUnmodifiableSet());
  private final Map<GarbageCollectorMXBean, NotificationListener> listeners = new LinkedHashMap<>();
  private final long collectionsBefore;
  private long freed;
  private long heardOf;

  Allocation() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (collector instanceof NotificationEmitter emitter) {
        NotificationListener listener = (notification, handback) -> hear(notification);
        emitter.addNotificationListener(listener, null, null);
        listeners.put(collector, listener);
      }
    }
    collectionsBefore = collections();
  }

  /** Bytes since some moment before this was made; empty when the JVM does not tell in time. */
  synchronized OptionalLong bytes() {
    long deadline = System.nanoTime() + NEWS_WITHIN_NANOS;
    try {
      while (heardOf < collections() - collectionsBefore) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          return OptionalLong.empty();
        }
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OptionalLong.empty();
    }
    long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    return listeners.isEmpty() ? OptionalLong.empty() : OptionalLong.of(used + freed);
  }

  @Override
  public void close() {
    listeners.forEach(
        (collector, listener) -> {
          try {
            ((NotificationEmitter) collector).removeNotificationListener(listener);
          } catch (ListenerNotFoundException e) {
            throw new IllegalStateException(e);
          }
        });
    listeners.clear();
  }

  private synchronized void hear(Notification notification) {
    if (!notification
        .getType()
        .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      return;
    }
    var collection =
        GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
            .getGcInfo();
    freed += used(collection.getMemoryUsageBeforeGc()) - used(collection.getMemoryUsageAfterGc());
    heardOf++;
    notifyAll();
  }

  private long used(Map<String, MemoryUsage> pools) {
    return pools.entrySet().stream()
        .filter(pool -> heapPools.contains(pool.getKey()))
        .mapToLong(pool -> pool.getValue().getUsed())
        .sum();
  }

  private long collections() {
    return listeners.keySet().stream()
        .mapToLong(collector -> Math.max(0, collector.getCollectionCount()))
        .sum();
  }
}
