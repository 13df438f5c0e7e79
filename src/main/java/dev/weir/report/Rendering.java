package dev.weir.report;

import dev.weir.compare.ComparisonResult;
import java.util.Optional;

/** One way of showing a result as a file of its folder. */
interface Rendering {
  String fileName();

  /**
   * @param environment empty when environment.json is missing from a result read again
   */
  String render(ComparisonResult result, Optional<Environment> environment);
}
