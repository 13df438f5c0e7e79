package dev.weir.service;

import dev.weir.camel.Management;
import dev.weir.config.ConfigurationException;
import dev.weir.config.Home;
import dev.weir.config.Strategy;
import dev.weir.dataset.Dataset;
import dev.weir.postgres.DatabaseAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What the service is to do.
 *
 * @param slots at least one; each stores the whole dataset, side by side
 * @param data the folder for what does not go into the database
 * @param rate records a second of each slot; empty to go as fast as the database
 * @param management whether metrics and health are served
 */
public record ServiceRequest(
    Home home,
    List<Slot> slots,
    Dataset dataset,
    DatabaseAddress database,
    Path data,
    OptionalDouble rate,
    Management management) {

  /**
   * @throws ConfigurationException if two slots have one name, or a name cannot be one
   */
  public ServiceRequest {
    slots = List.copyOf(slots);
    Slot.requireDifferentNames(slots);
  }

  /** One strategy that stays as it is. */
  public ServiceRequest(
      Home home,
      Strategy strategy,
      Dataset dataset,
      DatabaseAddress database,
      Path data,
      OptionalDouble rate,
      Management management) {
    this(home, List.of(Slot.fixed(strategy)), dataset, database, data, rate, management);
  }

  /** The folder of what the service itself keeps. */
  Path serviceFolder() {
    return data.resolve("service");
  }
}
