package dev.weir.config;

/**
 * One thing that is wrong with what the user gave.
 *
 * @param where the file (with line where known), flag or server it was found in
 * @param key the setting, empty when the problem is not of one setting
 * @param found the value found, as written; empty when the key is missing
 * @param wanted what would have been right, as a phrase: "a whole number from 1 to 64"
 */
public record Problem(String where, String key, String found, String wanted) {

  /** A problem that is not about the value of a key. */
  public static Problem of(String where, String wanted) {
    return new Problem(where, "", "", wanted);
  }

  /** One line: {@code where: key is "found"; wanted is needed}. */
  @Override
  public String toString() {
    if (key.isEmpty()) {
      return where + ": " + wanted;
    }
    return where
        + ": "
        + key
        + (found.isEmpty() ? " is missing; " : " is \"" + found + "\"; ")
        + wanted
        + " is needed";
  }
}
