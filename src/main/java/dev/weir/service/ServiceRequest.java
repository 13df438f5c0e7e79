package dev.weir.service;

import dev.weir.camel.Management;
import dev.weir.config.Home;
import dev.weir.config.Strategy;
import dev.weir.dataset.Dataset;
import dev.weir.postgres.DatabaseAddress;
import java.nio.file.Path;
import java.util.OptionalDouble;

/**
 * What the service is to do.
 *
 * @param data the folder for what does not go into the database
 * @param rate records a second; empty to go as fast as the database
 * @param management whether metrics and health are served
 */
public record ServiceRequest(
    Home home,
    Strategy strategy,
    Dataset dataset,
    DatabaseAddress database,
    Path data,
    OptionalDouble rate,
    Management management) {}
