package dev.weir.write;

import dev.weir.dataset.Record;

/** Stops a record of another dataset before it shifts the columns of a table. */
final class MeasurementCount {

  private MeasurementCount() {}

  /**
   * @throws IllegalArgumentException if the record has not as many measurements as the table
   */
  static void check(Record record, int measurements) {
    if (record.measurements() != measurements) {
      throw new IllegalArgumentException(
          "record "
              + record.id()
              + " has "
              + record.measurements()
              + " measurements; the table takes "
              + measurements);
    }
  }
}
