package dev.weir.layout;

/**
 * One column of a table.
 *
 * @param name its name, in lower case letters, digits and underscores
 * @param type its type as PostgreSQL's {@code format_type} writes it
 * @param required whether it is NOT NULL
 */
public record Column(String name, String type, boolean required) {

  static Column required(String name, String type) {
    return new Column(name, type, true);
  }

  static Column nullable(String name, String type) {
    return new Column(name, type, false);
  }

  String definition() {
    return name + " " + type + (required ? " NOT NULL" : "");
  }
}
