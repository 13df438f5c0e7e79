package dev.weir.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PausesTest {
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(1);

  /** No chance at all: every pause has its full length. */
  private static final RandomGenerator NONE =
      new Random(1) {
        private static final long serialVersionUID = 1L;

        @Override
        public double nextDouble() {
          return 0;
        }
      };

  @Test
  void pausesDoubleUpToTheLongestAndStartAgainAfterASuccess() {
    Pauses pauses = new Pauses(FIRST, LONGEST, NONE);

    assertThat(Stream.generate(pauses::next).limit(6).map(Duration::toMillis))
        .containsExactly(100L, 200L, 400L, 800L, 1000L, 1000L);
    pauses.reset();
    assertThat(pauses.next()).isEqualTo(FIRST);
  }

  @Test
  void chanceShortensAPauseByUpToAHalf() {
    Pauses pauses = new Pauses(LONGEST, LONGEST, new Random(42));

    assertThat(Stream.generate(pauses::next).limit(1000).map(Duration::toMillis))
        .allSatisfy(millis -> assertThat(millis).isBetween(500L, 1000L))
        .anySatisfy(millis -> assertThat(millis).isLessThan(550))
        .anySatisfy(millis -> assertThat(millis).isGreaterThan(950));
  }

  /** The pool finds the server within a second of its return: then nobody may still be asleep. */
  @Test
  void aServerThatIsAwayIsNeverSleptForLongerThanASecondAndAFullDiskIs() {
    Pauses pauses = new Pauses(FIRST, Duration.ofSeconds(10), NONE);
    Failure away = Failure.of(new SQLException("connection refused", "08001"));
    Failure starting = Failure.of(new SQLException("the database system is starting up", "57P03"));
    Failure full = Failure.of(new SQLException("could not extend file", "53100"));
    Failure crash = Failure.of(new SQLException("crash of another server process", "57P02"));

    assertThat(Stream.generate(() -> pauses.next(away)).limit(6).map(Duration::toMillis))
        .containsExactly(100L, 200L, 400L, 800L, 1000L, 1000L);
    assertThat(pauses.next(starting)).isEqualTo(Duration.ofSeconds(1));
    assertThat(pauses.next(full)).isEqualTo(Duration.ofSeconds(10));
    assertThat(pauses.next(crash)).isEqualTo(Duration.ofSeconds(10));
  }
}
