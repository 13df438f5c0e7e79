package dev.weir.camel;

import java.util.function.Consumer;

/** Lines that are given to every reader as they come, and are kept for none. */
public interface LineSource {

  /**
   * Gives a reader each line from now on.
   *
   * @param reader returns at once; a line has no line break in it
   * @return ends it when run; may be run more than once
   */
  Runnable subscribe(Consumer<String> reader);
}
