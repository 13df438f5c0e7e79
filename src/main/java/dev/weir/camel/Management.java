package dev.weir.camel;

/** Whether Camel's management server runs: metrics and health on a port of their own. */
public enum Management {
  /** No port is opened, no meters are kept, JMX is off. */
  OFF,
  /** {@code /observe/metrics} and {@code /observe/health} as config/application.properties says. */
  ON
}
