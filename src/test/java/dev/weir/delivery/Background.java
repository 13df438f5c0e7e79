package dev.weir.delivery;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Work beside a test, a thread each, so that none waits for another to end. */
final class Background {
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "background");
            thread.setDaemon(true);
            return thread;
          });

  private Background() {}

  /** What may throw. */
  interface Work {
    void run() throws Exception;
  }

  static CompletableFuture<Void> run(Work work) {
    return call(
        () -> {
          work.run();
          return null;
        });
  }

  static <T> CompletableFuture<T> call(Callable<T> work) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return work.call();
          } catch (Exception e) {
            throw new CompletionException(e);
          }
        },
        THREADS);
  }
}
