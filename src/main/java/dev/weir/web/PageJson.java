package dev.weir.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;

/** Records as JSON on one line: null is left out, times are ISO 8601 in UTC, levels lower case. */
final class PageJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .addModule(
              new SimpleModule()
                  .addSerializer(Instant.class, new Text<Instant>())
                  .addSerializer(LiveState.Level.class, new Text<LiveState.Level>()))
          .build();

  private PageJson() {}

  static String write(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record that cannot be written as JSON", e);
    }
  }

  private static final class Text<T> extends JsonSerializer<T> {
    @Override
    public void serialize(T value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(
          value instanceof Enum<?> word ? word.name().toLowerCase(Locale.ROOT) : value.toString());
    }
  }
}
