package dev.weir.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.Strategy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PlanTest {

  private static List<Strategy> strategies(int count) {
    return IntStream.range(0, count).mapToObj(i -> Results.strategy("s" + i)).toList();
  }

  private static List<String> names(List<PlannedRun> plan) {
    return plan.stream().map(run -> run.strategy().name()).toList();
  }

  @Test
  void everyRoundRunsEveryStrategyOnce() {
    for (int count = 1; count <= 9; count++) {
      List<PlannedRun> plan = Plan.of(strategies(count), 7, 42);
      assertThat(plan).hasSize(count * 7);
      for (int round = 1; round <= 7; round++) {
        int wanted = round;
        List<PlannedRun> ofRound = plan.stream().filter(run -> run.round() == wanted).toList();
        assertThat(names(ofRound)).doesNotHaveDuplicates().hasSize(count);
        assertThat(ofRound.stream().map(PlannedRun::position))
            .containsExactlyElementsOf(IntStream.rangeClosed(1, count).boxed().toList());
      }
    }
  }

  @Test
  void inAsManyRoundsAsStrategiesEachStandsAtEachPositionOnce() {
    for (int count = 2; count <= 9; count++) {
      List<PlannedRun> plan = Plan.of(strategies(count), count, 7);
      Set<String> places =
          plan.stream()
              .map(run -> run.strategy().name() + "@" + run.position())
              .collect(Collectors.toSet());
      assertThat(places).hasSize(count * count);
    }
  }

  @Test
  void anEvenNumberOfStrategiesComesAfterEachOtherOnce() {
    for (int count = 2; count <= 8; count += 2) {
      List<PlannedRun> plan = Plan.of(strategies(count), count, 11);
      Set<String> neighbours = new HashSet<>();
      for (int i = 1; i < plan.size(); i++) {
        if (plan.get(i).round() == plan.get(i - 1).round()) {
          neighbours.add(
              plan.get(i - 1).strategy().name() + " before " + plan.get(i).strategy().name());
        }
      }
      assertThat(neighbours).hasSize(count * (count - 1));
    }
  }

  @Test
  void theSameSeedGivesTheSameOrderAndAnotherSeedAnother() {
    assertThat(Plan.of(strategies(8), 3, 5)).isEqualTo(Plan.of(strategies(8), 3, 5));
    Set<List<String>> orders =
        LongStream.range(0, 20)
            .mapToObj(seed -> names(Plan.of(strategies(8), 3, seed)))
            .collect(Collectors.toSet());
    assertThat(orders).hasSize(20);
  }

  @Test
  void neitherOfTwoStrategiesGoesFirstMoreOftenOverManySeeds() {
    long first =
        LongStream.range(0, 1000)
            .filter(seed -> Plan.of(strategies(2), 1, seed).get(0).strategy().name().equals("s0"))
            .count();
    assertThat(first).isBetween(430L, 570L);
  }
}
