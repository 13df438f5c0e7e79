package dev.weir.delivery;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Which dead letters are meant.
 *
 * @param strategy those of one strategy; empty for all
 * @param source those of one source; empty for all
 * @param id the one of that number; 0 for all
 */
public record DeadLetterChoice(String strategy, String source, long id) {

  public static DeadLetterChoice all() {
    return new DeadLetterChoice("", "", 0);
  }

  public static DeadLetterChoice of(long id) {
    return new DeadLetterChoice("", "", id);
  }

  public static DeadLetterChoice of(LedgerKey key) {
    return new DeadLetterChoice(key.strategy(), key.source(), 0);
  }

  /** Whether a letter, which may be of the file, is one of these. */
  boolean isOneOf(DeadLetter letter) {
    return (strategy.isEmpty() || strategy.equals(letter.key().strategy()))
        && (source.isEmpty() || source.equals(letter.key().source()))
        && (id == 0 || id == letter.id());
  }

  PreparedStatement prepare(Connection connection, String select, String end) throws SQLException {
    List<String> conditions = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    if (!strategy.isEmpty()) {
      conditions.add("strategy = ?");
      values.add(strategy);
    }
    if (!source.isEmpty()) {
      conditions.add("source = ?");
      values.add(source);
    }
    if (id != 0) {
      conditions.add("id = ?");
      values.add(id);
    }
    String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    PreparedStatement statement = connection.prepareStatement(select + where + end);
    for (int i = 0; i < values.size(); i++) {
      statement.setObject(i + 1, values.get(i));
    }
    return statement;
  }
}
