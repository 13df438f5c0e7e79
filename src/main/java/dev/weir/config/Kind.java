package dev.weir.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What values a setting takes, and how to say so. */
public sealed interface Kind {

  /** Whether the value as written is one of this kind. */
  boolean accepts(String written);

  /** The values of this kind as a phrase: "a whole number from 1 to 64". */
  String wanted();

  /** A whole number in a closed range, in digits only. */
  record WholeNumber(long least, long most) implements Kind {
    @Override
    public boolean accepts(String written) {
      OptionalLong number = wholeNumber(written);
      return number.isPresent() && number.getAsLong() >= least && number.getAsLong() <= most;
    }

    @Override
    public String wanted() {
      return "a whole number from " + least + " to " + most;
    }
  }

  /** One of a closed set of words. */
  record Choice(List<String> words) implements Kind {
    @Override
    public boolean accepts(String written) {
      return words.contains(written);
    }

    @Override
    public String wanted() {
      return "one of " + String.join(", ", words);
    }
  }

  /** None, one or several of a closed set of words, joined by {@code +}. */
  record Choices(List<String> words) implements Kind {
    @Override
    public boolean accepts(String written) {
      return written.isEmpty() || words.containsAll(Arrays.asList(written.split("\\+", -1)));
    }

    @Override
    public String wanted() {
      return "any of " + String.join(", ", words) + ", joined by +";
    }
  }

  /** Anything that matches a pattern as a whole. */
  record Matching(String pattern, String wanted) implements Kind {
    @Override
    public boolean accepts(String written) {
      return written.matches(pattern);
    }
  }

  /** A length of time in a closed range: a whole number and ms, s, m, h or d. */
  record Time(String least, String most) implements Kind {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    @Override
    public boolean accepts(String written) {
      if (!FORM.matcher(written).matches()) {
        return false;
      }
      Duration time = parse(written);
      return time.compareTo(parse(least)) >= 0 && time.compareTo(parse(most)) <= 0;
    }

    @Override
    public String wanted() {
      return "a time from " + least + " to " + most + " such as 500ms, 10s or 2h";
    }

    /**
     * @throws IllegalArgumentException if it is not a number and a unit
     */
    public static Duration parse(String written) {
      Matcher matcher = FORM.matcher(written);
      if (!matcher.matches()) {
        throw new IllegalArgumentException("not a time: " + written);
      }
      long amount = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "ms" -> Duration.ofMillis(amount);
        case "s" -> Duration.ofSeconds(amount);
        case "m" -> Duration.ofMinutes(amount);
        case "h" -> Duration.ofHours(amount);
        default -> Duration.ofDays(amount);
      };
    }
  }

  /** A length of time, or the word {@code none}. */
  record TimeOrNone(String least, String most) implements Kind {
    @Override
    public boolean accepts(String written) {
      return written.equals("none") || new Time(least, most).accepts(written);
    }

    @Override
    public String wanted() {
      return "none or " + new Time(least, most).wanted();
    }
  }

  private static OptionalLong wholeNumber(String written) {
    if (!written.matches("\\d{1,18}")) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Long.parseLong(written));
  }
}
