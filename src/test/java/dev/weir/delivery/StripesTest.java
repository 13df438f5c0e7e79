package dev.weir.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class StripesTest {

  @Test
  void aLaneStartsAtItsNumber() {
    Stripes none = new Stripes(List.of());

    assertThat(none.firstOpen()).isZero();
    assertThat(none.goingOn(4, 3)).isEqualTo(new Stripe(4, 3, 3));
  }

  @Test
  void lanesThatHadNotComeEquallyFarLeaveWhatIsDoneBeyondToBePassedOver() {
    // 0 2 4 6 8 are done, and 1
    Stripes stripes = new Stripes(List.of(new Stripe(2, 0, 10), new Stripe(2, 1, 3)));

    assertThat(stripes.firstOpen()).isEqualTo(3);
    assertThat(stripes.goingOn(1, 0)).isEqualTo(new Stripe(1, 0, 3));
    assertThat(stripes.ofOthers(1, 3).all()).containsExactly(new Stripe(2, 0, 10));
    assertThat(stripes.covers(8)).isTrue();
    assertThat(stripes.covers(5)).isFalse();
  }

  /** Any numbers of lanes after one another, each stopped anywhere, against a plain set. */
  @Test
  void whateverTheLanesWereNothingIsDoneTwiceOrLeftOut() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      TreeSet<Long> done = new TreeSet<>();
      List<Stripe> rows = new ArrayList<>();
      for (int start = 0; start < 5; start++) {
        run(rows, done, 1 + random.nextInt(5), random, seed);
      }
      long open = new Stripes(rows).firstOpen();
      assertThat(done.headSet(open)).as("seed %d", seed).hasSize((int) open);
      assertThat(done).doesNotContain(open);
    }
  }

  /** As a Weir does: rows as the ledger keeps them, positions as lanes read them. */
  private static void run(List<Stripe> rows, Set<Long> done, int lanes, Random random, int seed) {
    Stripes before = new Stripes(rows);
    long firstOpen = before.firstOpen();
    Stripes former = before.ofOthers(lanes, firstOpen);
    for (int lane = 0; lane < lanes; lane++) {
      Stripe stripe = before.goingOn(lanes, lane);
      long next = stripe.next();
      for (int count = random.nextInt(12); count > 0; count--) {
        if (!former.covers(next)) {
          assertThat(done.add(next)).as("seed %d: %d done twice", seed, next).isTrue();
        }
        next += lanes;
      }
      int number = lane;
      rows.removeIf(row -> row.lanes() == lanes && row.lane() == number);
      rows.add(new Stripe(lanes, lane, next));
    }
  }
}
