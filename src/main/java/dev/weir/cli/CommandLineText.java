package dev.weir.cli;

import java.util.ArrayList;
import java.util.List;

/** The command line as it may stand in a report: what might hold a password is replaced. */
final class CommandLineText {
  private static final String FLAG = "--database";

  private CommandLineText() {}

  /**
   * @param address stands in place of what {@code --database} was given
   */
  static String of(List<String> arguments, String address) {
    List<String> shown = new ArrayList<>(List.of("weir"));
    boolean isAddress = false;
    for (String argument : arguments) {
      if (isAddress && !argument.equals(Database.EMBEDDED)) {
        shown.add(address);
      } else if (argument.startsWith(FLAG + "=")
          && !argument.equals(FLAG + "=" + Database.EMBEDDED)) {
        shown.add(FLAG + "=" + address);
      } else {
        shown.add(argument);
      }
      isAddress = argument.equals(FLAG);
    }
    return String.join(" ", shown);
  }
}
