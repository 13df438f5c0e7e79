package dev.weir.compare;

import dev.weir.postgres.DatabaseAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Servers that are alike but for their settings; one of them runs at a time. */
public interface Servers {
  /** Their names, in the order of the user. */
  List<String> names();

  /**
   * Stops the one that runs and starts this one, with the data it had.
   *
   * @return where it listens
   */
  DatabaseAddress enter(String name) throws IOException;

  /** A folder on the disk of all of them. */
  Path volume();

  /** What is set in one of them, in a line. */
  String describe(String name);
}
