package dev.weir.statistics;

/** When a view is read. */
public enum Occasion {
  /** Every sample; these views are cheap. */
  SAMPLE("sample"),
  /** Both ends of a run: these views, and those of every sample. */
  ENDS("ends"),
  /** When asked about the sessions of one application: these views only. */
  SESSIONS("sessions");

  private final String key;

  Occasion(String key) {
    this.key = key;
  }

  /** The word in the catalog's files. */
  String key() {
    return key;
  }

  /** Whether a view that is to be read on the given occasion is read on this one. */
  boolean includes(Occasion viewIsReadOn) {
    return this == viewIsReadOn || (this == ENDS && viewIsReadOn == SAMPLE);
  }
}
