package dev.weir.delivery;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;

/** A dead letter on one line of JSON, with the names of the table's columns. */
final class DeadLetterJson {
  /** In ASCII, which every terminal and every pipe hands on as it is. */
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private DeadLetterJson() {}

  static String line(DeadLetter letter) {
    try {
      ObjectNode line = MAPPER.createObjectNode();
      if (letter.id() != 0) {
        line.put("id", letter.id());
      }
      line.put("strategy", letter.key().strategy());
      line.put("source", letter.key().source());
      line.put("lane", letter.lane());
      line.put("position", letter.position());
      line.put("sqlstate", letter.sqlState());
      line.put("message", letter.message());
      line.put("created_at", letter.createdAt().toString());
      line.set("record", MAPPER.readTree(letter.json()));
      return MAPPER.writeValueAsString(line);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the record of a dead letter is no JSON", e);
    }
  }

  /**
   * @throws IllegalArgumentException if the line is not one of these
   */
  static DeadLetter parse(String line) {
    try {
      JsonNode node = MAPPER.readTree(line);
      return new DeadLetter(
          node.path("id").asLong(),
          new LedgerKey(node.path("strategy").asText(), node.path("source").asText()),
          node.path("lane").asInt(),
          node.path("position").asLong(),
          node.path("sqlstate").asText(),
          node.path("message").asText(),
          node.path("record").toString(),
          Instant.parse(node.path("created_at").asText()));
    } catch (JsonProcessingException | DateTimeException e) {
      throw new IllegalArgumentException("not a dead letter: " + line, e);
    }
  }
}
