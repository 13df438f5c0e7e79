package dev.weir.bench;

import dev.weir.config.Home;
import dev.weir.postgres.DatabaseAddress;

final class WeirPipeline implements AutoCloseable {
  WeirPipeline(Home home, DatabaseAddress address) {}

  @Override
  public void close() {}
}
