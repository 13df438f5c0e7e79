package dev.weir.camel;

import org.apache.camel.CamelContext;
import org.apache.camel.spi.Registry;

/** Finds the ingestion that endpoints of one name belong to. */
final class Ingestions {

  private Ingestions() {}

  /** The one bound under the name, else one made now that its endpoints fill in. */
  static Ingestion named(CamelContext context, String name) {
    Registry registry = context.getRegistry();
    synchronized (registry) {
      Ingestion bound = registry.lookupByNameAndType(name, Ingestion.class);
      if (bound == null) {
        bound = new Ingestion(name, name, name, () -> {});
        registry.bind(name, bound);
      }
      return bound;
    }
  }
}
