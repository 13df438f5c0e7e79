package dev.weir.web;

import dev.weir.camel.LineSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Each sample as one line of JSON, once for all readers; the latest are kept for a page that opens.
 */
final class SampleFeed implements LineSource, AutoCloseable {
  /** A quarter of an hour at a sample a second; about a megabyte. */
  private static final int KEPT = 900;

  private final List<Consumer<String>> readers = new CopyOnWriteArrayList<>();
  private final Queue<String> kept = new ArrayDeque<>(KEPT);
  private final LiveSource.Subscription subscription;

  SampleFeed(LiveSource source) {
    this.subscription = source.subscribe(this::take);
  }

  private void take(LiveSample sample) {
    String line = PageJson.write(sample);
    synchronized (kept) {
      if (kept.size() == KEPT) {
        kept.remove();
      }
      kept.add(line);
    }
    readers.forEach(reader -> reader.accept(line));
  }

  /** A JSON array of the samples kept, the oldest first. */
  String recent() {
    synchronized (kept) {
      return "[" + String.join(",\n", kept) + "]";
    }
  }

  @Override
  public Runnable subscribe(Consumer<String> reader) {
    // a reader of its own, whatever was given: it is found again by identity
    Consumer<String> own = line -> reader.accept(line);
    readers.add(own);
    return () -> readers.remove(own);
  }

  @Override
  public void close() {
    subscription.close();
  }
}
