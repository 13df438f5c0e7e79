package dev.weir.delivery;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.dataset.Record;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A record as JSON, so that every bit of it comes back: {@code {"id": 1, "recorded_at":
 * "2026-01-31T12:00:00.123456Z", "series": 7, "measurements": [1.5, null, "NaN"]}}.
 *
 * <p>JSON has no NaN and no infinities, and PostgreSQL's jsonb keeps no sign on zero: these are
 * strings, as PostgreSQL writes them: {@code NaN}, {@code Infinity}, {@code -Infinity}, {@code -0}.
 *
 * <p>What is not a record, such as a line of a file that could not be read, is {@code {"text":
 * "..."}}. jsonb takes neither U+0000 nor half of a surrogate pair, so a text with one of these is
 * {@code {"escaped": "..."}} with each as a backslash, a u and four digits, and each backslash
 * doubled.
 */
final class RecordJson {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private RecordJson() {}

  static String of(Record record) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("id", record.id());
      json.writeStringField("recorded_at", time(record.recordedAtMicros()).toString());
      json.writeNumberField("series", record.series());
      json.writeArrayFieldStart("measurements");
      for (int i = 0; i < record.measurements(); i++) {
        write(json, record, i);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter does not fail
    }
    return text.toString();
  }

  static String ofText(String text) {
    String escaped = Characters.escaped(text);
    boolean whole = escaped.equals(text.replace("\\", "\\\\"));
    return MAPPER
        .createObjectNode()
        .put(whole ? "text" : "escaped", whole ? text : escaped)
        .toString();
  }

  /**
   * The record again, empty where it never was one.
   *
   * @throws IllegalArgumentException if the JSON is of another shape
   */
  static Optional<Record> parse(String json, long position) {
    try {
      JsonNode node = MAPPER.readTree(json);
      if (node.has("text") || node.has("escaped")) {
        return Optional.empty();
      }
      JsonNode measurements = node.path("measurements");
      double[] values = new double[measurements.size()];
      long[] nulls = new long[(values.length + 63) >> 6];
      boolean hasNulls = false;
      for (int i = 0; i < values.length; i++) {
        JsonNode value = measurements.get(i);
        if (value.isNull()) {
          nulls[i >> 6] |= 1L << (i & 63);
          hasNulls = true;
        } else {
          values[i] = Double.parseDouble(value.asText());
        }
      }
      return Optional.of(
          new Record(
              position,
              number(node, "id"),
              micros(Instant.parse(node.path("recorded_at").asText())),
              Math.toIntExact(number(node, "series")),
              values,
              hasNulls ? nulls : null));
    } catch (JsonProcessingException | DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException("not a record of a dead letter: " + json, e);
    }
  }

  private static void write(JsonGenerator json, Record record, int measurement) throws IOException {
    double value = record.value(measurement);
    if (record.isNull(measurement)) {
      json.writeNull();
    } else if (Double.isNaN(value) || Double.isInfinite(value)) {
      json.writeString(Double.toString(value));
    } else if (value == 0 && Double.doubleToRawLongBits(value) != 0) {
      json.writeString("-0");
    } else {
      json.writeNumber(value);
    }
  }

  private static long number(JsonNode node, String name) {
    JsonNode value = node.path(name);
    if (!value.canConvertToLong()) {
      throw new IllegalArgumentException("no " + name + " in the record of a dead letter: " + node);
    }
    return value.asLong();
  }

  private static Instant time(long micros) {
    long million = TimeUnit.SECONDS.toMicros(1);
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, million), Math.floorMod(micros, million) * 1000);
  }

  private static long micros(Instant time) {
    // exact even for the earliest, whose seconds alone would not fit
    long seconds = time.getEpochSecond();
    long fraction = time.getNano() / 1000;
    return seconds < 0
        ? Math.addExact(Math.multiplyExact(seconds + 1, 1_000_000L), fraction - 1_000_000L)
        : Math.addExact(Math.multiplyExact(seconds, 1_000_000L), fraction);
  }
}
