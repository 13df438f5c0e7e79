package dev.weir.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlStateTest {

  private static List<String[]> everyError() throws IOException {
    try (InputStream in = SqlStateTest.class.getResourceAsStream("/delivery/states.tsv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t"))
          .toList();
    }
  }

  @Test
  void everyErrorOfPostgresqlHasItsMeaning() throws IOException {
    List<String[]> errors = everyError();

    assertThat(errors).hasSize(251);
    assertThat(errors)
        .allSatisfy(
            error ->
                assertThat(SqlState.of(error[0]).meaning())
                    .as("%s %s", error[0], error[2])
                    .isEqualTo(Meaning.valueOf(error[1])));
  }

  @Test
  void everyEntryCoversAnErrorOfPostgresqlOrOfTheDriver() throws IOException {
    Set<SqlState> used = new HashSet<>();
    everyError().forEach(error -> used.add(SqlState.of(error[0])));
    used.add(SqlState.of("07006")); // PSQLState.INVALID_PARAMETER_TYPE
    used.add(SqlState.of("99999")); // PSQLState.UNEXPECTED_ERROR

    assertThat(used).containsExactlyInAnyOrder(SqlState.values());
  }

  @Test
  void everyEntrySaysWhatHappenedAndWhatToDoOnce() {
    assertThat(SqlState.values())
        .allSatisfy(entry -> assertThat(entry.what()).isNotBlank().doesNotEndWith("."))
        .allSatisfy(entry -> assertThat(entry.advice()).isNotBlank().doesNotEndWith("."))
        .extracting(SqlState::code)
        .doesNotHaveDuplicates();
    assertThat(Arrays.stream(SqlState.values()).filter(entry -> entry.code().isEmpty()))
        .containsExactly(SqlState.OTHER);
  }

  @ParameterizedTest
  @CsvSource({
    "08S01, RETRY",
    "99999, RETRY",
    "60000, RETRY",
    "'', RETRY",
    "ZZ123, RETRY",
    "23P99, BAD_DATA",
    "42XYZ, STOP",
    "2, RETRY"
  })
  void statesOfTheDriverOrOfNobodyHaveAMeaningToo(String state, Meaning meaning) {
    assertThat(SqlState.of(state).meaning()).isEqualTo(meaning);
  }

  @Test
  void aFailureWithoutAStateIsWaitedFor() {
    assertThat(SqlState.of(null)).isEqualTo(SqlState.OTHER);
    assertThat(SqlState.OTHER.meaning()).isEqualTo(Meaning.RETRY);
  }
}
