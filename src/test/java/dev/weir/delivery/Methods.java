package dev.weir.delivery;

import dev.weir.write.WriteMethod;
import java.util.Arrays;
import java.util.stream.Stream;

/** The methods that store something. */
final class Methods {
  private Methods() {}

  static Stream<WriteMethod> all() {
    return Arrays.stream(WriteMethod.values()).filter(method -> method != WriteMethod.NONE);
  }
}
