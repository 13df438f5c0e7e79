package dev.weir.delivery;

import dev.weir.dataset.Record;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A record that could not be stored, and why. Nothing in it breaks the storing of itself: see
 * {@link #of} for text that PostgreSQL does not take.
 *
 * @param id its number in the table; 0 where it has none, as in the file
 * @param key what it was read from
 * @param lane the lane that read it
 * @param position where it stands in its source
 * @param sqlState why, in five characters
 * @param message why, in the server's or the encoder's words
 * @param json the record, as {@link RecordJson} writes it
 * @param createdAt when it was given up, to the microsecond, as PostgreSQL keeps it
 */
public record DeadLetter(
    long id,
    LedgerKey key,
    int lane,
    long position,
    String sqlState,
    String message,
    String json,
    Instant createdAt) {

  static DeadLetter of(LedgerKey key, int lane, Refusal refusal, Instant now) {
    return new DeadLetter(
        0,
        key,
        lane,
        refusal.record().position(),
        refusal.failure().sqlState(),
        Characters.readable(refusal.failure().message()),
        RecordJson.of(refusal.record()),
        now.truncatedTo(ChronoUnit.MICROS));
  }

  /**
   * For what never became a record, such as a line of a file that cannot be read.
   *
   * @param text as it was found, whatever characters it has
   * @param reason what is wrong with it, and where it stands
   */
  public static DeadLetter ofText(
      LedgerKey key, int lane, long position, String text, String reason, Instant now) {
    return new DeadLetter(
        0,
        key,
        lane,
        position,
        Failure.CANNOT_ENCODE,
        Characters.readable(reason),
        RecordJson.ofText(text),
        now.truncatedTo(ChronoUnit.MICROS));
  }

  /** The record as it was read; empty for what never was one. */
  public Optional<Record> record() {
    return RecordJson.parse(json, position);
  }
}
