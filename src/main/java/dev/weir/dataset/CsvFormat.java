package dev.weir.dataset;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How the records of a CSV file are to be read.
 *
 * @param separator between fields
 * @param id the column of the id; empty for position + 1
 * @param time the column of the time; empty for start + position × interval
 * @param series the column of the series; empty for 0
 * @param measurements the columns of the measurements in order; empty for all others
 * @param start of a file without times
 * @param interval between records of a file without times
 */
record CsvFormat(
    char separator,
    Optional<String> id,
    Optional<String> time,
    Optional<String> series,
    List<String> measurements,
    Instant start,
    Duration interval) {}
