package dev.weir.delivery;

import dev.weir.dataset.Record;

/** A record that cannot be stored, and why. */
record Refusal(Record record, Failure failure) {}
