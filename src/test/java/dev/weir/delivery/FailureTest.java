package dev.weir.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import org.postgresql.util.ServerErrorMessage;

class FailureTest {

  private static PSQLException refusal(String fields) {
    return new PSQLException(new ServerErrorMessage(fields.replace('|', '\0')));
  }

  @Test
  void theServersWordsAndDetailAreTheMessage() {
    Failure failure =
        Failure.of(
            refusal(
                "SERROR|C23505|Mduplicate key value violates unique constraint \"k\"|"
                    + "DKey (id)=(5) already exists.|"));

    assertThat(failure.meaning()).isEqualTo(Meaning.BAD_DATA);
    assertThat(failure.sqlState()).isEqualTo("23505");
    assertThat(failure.message())
        .isEqualTo(
            "duplicate key value violates unique constraint \"k\"; Key (id)=(5) already exists.");
    assertThat(failure.toString()).contains("(SQLState 23505); give it another key");
  }

  @Test
  void theServersRefusalIsFoundBehindADriversBatchException() {
    SQLException thrown =
        new BatchUpdateException(
            "Batch entry 0 INSERT INTO t VALUES (secret) was aborted",
            "23502",
            new int[0],
            refusal("SERROR|C23502|Mnull value in column \"m\"|"));

    assertThat(Failure.of(thrown).message()).isEqualTo("null value in column \"m\"");
  }

  @Test
  void aNextExceptionIsFoundToo() {
    SQLException thrown = new SQLException("several");
    thrown.setNextException(refusal("SERROR|C53100|Mcould not extend file|"));

    assertThat(Failure.of(thrown).meaning()).isEqualTo(Meaning.RETRY);
    assertThat(Failure.of(thrown).advice()).isEqualTo("free some room on it");
  }

  @Test
  void aPoolThatHasNoConnectionIsWaitedForWithTheReasonOfItsLastAttempt() {
    SQLException thrown =
        new SQLTransientConnectionException(
            "pool - Connection is not available, request timed out after 2000ms",
            null,
            new PSQLException("Connection refused", PSQLState.CONNECTION_UNABLE_TO_CONNECT));

    assertThat(Failure.of(thrown).meaning()).isEqualTo(Meaning.RETRY);
    assertThat(Failure.of(thrown).sqlState()).isEqualTo("08001");
  }

  @Test
  void aWrongPasswordBehindAPoolStops() {
    SQLException thrown =
        new SQLTransientConnectionException(
            "pool - Connection is not available",
            "28P01",
            refusal("SFATAL|C28P01|Mpassword authentication failed for user \"weir\"|"));

    assertThat(Failure.of(thrown).meaning()).isEqualTo(Meaning.STOP);
  }

  @Test
  void aLostConnectionIsWaitedForWithOrWithoutAState() {
    assertThat(
            Failure.of(
                    new PSQLException(
                        "An I/O error occurred", PSQLState.CONNECTION_FAILURE, new IOException()))
                .meaning())
        .isEqualTo(Meaning.RETRY);
    assertThat(Failure.of(new SQLException("broken", new IOException("cut"))).meaning())
        .isEqualTo(Meaning.RETRY);
  }

  @Test
  void aStalePlanIsMendedByANewConnection() {
    Failure failure =
        Failure.of(
            refusal(
                "SERROR|C0A000|Mcached plan must not change result type|RRevalidateCachedQuery|"));

    assertThat(failure.meaning()).isEqualTo(Meaning.RETRY);
    assertThat(Failure.of(refusal("SERROR|C0A000|Mnot supported|")).meaning())
        .isEqualTo(Meaning.STOP);
  }

  @Test
  void whatAnEncoderCannotWriteIsTheRecordsFault() {
    assertThat(Failure.of(new IllegalArgumentException("record 7 has 3 measurements")))
        .isEqualTo(
            new Failure(
                Meaning.BAD_DATA, "22000", "record 7 has 3 measurements", "correct the record"));
    assertThat(Failure.of(new SQLException("in a wrapper", new ArithmeticException("overflow"))))
        .extracting(Failure::meaning, Failure::message)
        .containsExactly(Meaning.BAD_DATA, "overflow");
  }

  @Test
  void aFaultOfTheProgramStopsAndIsNotTakenForARecords() {
    Failure failure = Failure.of(new IllegalStateException("no such state"));

    assertThat(failure.meaning()).isEqualTo(Meaning.STOP);
    assertThat(failure.message()).isEqualTo("IllegalStateException: no such state");
  }

  @Test
  void messagesAreOneLine() {
    assertThat(Failure.of(new SQLException("a\n  Detail: b\r\n", "23000")).message())
        .isEqualTo("a; Detail: b");
  }
}
