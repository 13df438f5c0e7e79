package dev.weir.write;

/** How rows are written. */
public enum WriteMethod {
  /** One INSERT a row through the Camel JDBC component. */
  CAMEL_JDBC("camel-jdbc"),
  /** A prepared INSERT a row, sent in JDBC batches. */
  BATCH_INSERT("batch-insert"),
  /** INSERTs of many rows: JDBC batches that the driver rewrites. */
  MULTIROW_INSERT("multirow-insert"),
  /** One INSERT ... SELECT from arrays, an array a column. */
  UNNEST("unnest"),
  /** COPY in text format. */
  COPY_TEXT("copy-text"),
  /** COPY in binary format. */
  COPY_BINARY("copy-binary"),
  /** Encodes as copy-binary does and drops the bytes: the limit of all that is not the server. */
  NONE("none");

  private final String key;

  WriteMethod(String key) {
    this.key = key;
  }

  /** The word for it in strategies and results. */
  public String key() {
    return key;
  }

  /**
   * @throws IllegalArgumentException if there is no such method
   */
  public static WriteMethod named(String key) {
    for (WriteMethod method : values()) {
      if (method.key.equals(key)) {
        return method;
      }
    }
    throw new IllegalArgumentException("no such method: " + key);
  }
}
