package dev.weir.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.config.ConfigurationException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

class PoolsTest {
  private static final PoolSettings PLAIN = PoolSettings.named("pools-test");

  @Test
  void everyPhysicalConnectionHasTheSessionSettings() throws Exception {
    PoolSettings settings =
        PLAIN
            .withSynchronousCommit("off")
            .withTimeouts(Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(7))
            .withSessionSetting("search_path", "\"a b\", \"c\\d\"");
    try (HikariDataSource pool = Pools.open(TestServers.address(), "test", 2, settings)) {
      for (int i = 0; i < 3; i++) {
        try (Connection first = pool.getConnection();
            Connection second = pool.getConnection()) {
          for (Connection connection : new Connection[] {first, second}) {
            assertThat(ask(connection, "SHOW synchronous_commit")).isEqualTo("off");
            assertThat(ask(connection, "SHOW statement_timeout")).isEqualTo("7s");
            assertThat(ask(connection, "SHOW search_path")).isEqualTo("\"a b\", \"c\\d\"");
            assertThat(ask(connection, "SHOW application_name")).isEqualTo("pools-test");
            assertThat(ask(connection, "SHOW TimeZone")).isEqualTo("UTC");
            assertThat(connection.getNetworkTimeout()).isEqualTo(20_000);
          }
          pool.evictConnection(first); // the next round has a new one
        }
      }
    }
  }

  @Test
  void whatTheAddressSaysOfSessionAndTimeoutsHolds() throws Exception {
    DatabaseAddress address = TestServers.address();
    DatabaseAddress said =
        DatabaseAddress.parse(
            address.jdbcUrl()
                + "?socketTimeout=33&options=-c%20work_mem=5MB&reWriteBatchedInserts=true",
            Map.of("PGUSER", address.user(), "PGPASSWORD", address.password()));
    try (HikariDataSource pool = Pools.open(said, "test", 1, PLAIN.withSynchronousCommit("local"));
        Connection connection = pool.getConnection()) {
      assertThat(ask(connection, "SHOW work_mem")).isEqualTo("5MB");
      assertThat(ask(connection, "SHOW synchronous_commit")).isEqualTo("local");
      assertThat(connection.getNetworkTimeout()).isEqualTo(33_000);
      assertThat(statementsOfABatch(connection)).as("the pool's flag wins").isEqualTo(10);
    }
  }

  @Test
  void numbersAreReadWholeFromAServerThatCutsThem() throws Exception {
    DatabaseAddress address = TestServers.address();
    DatabaseAddress cutting =
        DatabaseAddress.parse(
            address.jdbcUrl() + "?options=-c%20extra_float_digits=-3",
            Map.of("PGUSER", address.user(), "PGPASSWORD", address.password()));
    try (HikariDataSource pool = Pools.open(cutting, "test", 1, PLAIN);
        Connection connection = pool.getConnection()) {
      assertThat(ask(connection, "SELECT 0.1::float8 + 0.2::float8"))
          .isEqualTo("0.30000000000000004");
    }
  }

  @Test
  void batchesAreRewrittenOnlyWhenAskedFor() throws Exception {
    DatabaseAddress address = TestServers.address();
    try (HikariDataSource plain = Pools.open(address, "plain", 1, PLAIN);
        HikariDataSource rewriting =
            Pools.open(address, "rewriting", 1, PLAIN.withRewriteBatchedInserts(true));
        Connection one = plain.getConnection();
        Connection other = rewriting.getConnection()) {
      assertThat(statementsOfABatch(one)).isEqualTo(10);
      assertThat(statementsOfABatch(other)).isLessThan(10);
    }
  }

  @Test
  @ResourceLock(Resources.TIME_ZONE)
  void sessionsAreInUtcWhateverTheTimeZoneOfTheJvm() throws Exception {
    DatabaseAddress address = TestServers.address();
    TimeZone before = TimeZone.getDefault();
    TimeZone calcutta = TimeZone.getTimeZone("Asia/Calcutta");
    // no server knows this one, as newer ones do not know Asia/Calcutta any more
    TimeZone unknown = new SimpleTimeZone(19_800_000, "Nowhere/Unknown");
    try {
      for (TimeZone zone : new TimeZone[] {calcutta, unknown}) {
        TimeZone.setDefault(zone);
        try (HikariDataSource pool = Pools.open(address, "test", 1, PLAIN);
            Connection connection = pool.getConnection()) {
          assertThat(TimeZone.getDefault()).isEqualTo(zone);
          assertThat(ask(connection, "SHOW TimeZone")).isEqualTo("UTC");
          assertThat(ask(connection, "SELECT '1999-12-31 23:59:59.5'::timestamptz::text"))
              .isEqualTo("1999-12-31 23:59:59.5+00");
          Instant instant = Instant.parse("1969-12-31T23:59:59.999999Z");
          try (PreparedStatement statement =
              connection.prepareStatement("SELECT ?::timestamptz, ?::timestamptz::text")) {
            statement.setObject(1, instant.atOffset(ZoneOffset.UTC));
            statement.setObject(2, instant.atOffset(ZoneOffset.UTC));
            try (ResultSet row = statement.executeQuery()) {
              row.next();
              assertThat(row.getObject(1, OffsetDateTime.class).toInstant()).isEqualTo(instant);
              assertThat(row.getString(2)).isEqualTo("1969-12-31 23:59:59.999999+00");
            }
          }
        }
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @Test
  void whyThereIsNoConnectionIsSaidWithoutThePassword() throws Exception {
    DatabaseAddress right = TestServers.address();
    DatabaseAddress wrong =
        new DatabaseAddress(right.jdbcUrl(), right.user(), "s3cret", right.display());
    assertRefused(wrong, "the right password");
    DatabaseAddress none =
        new DatabaseAddress(right.jdbcUrl(), right.user(), null, right.display());
    assertRefused(none, "a password (PGPASSWORD");
    assertRefused(right.withDatabase("no such"), "a database that exists");
    assertRefused(
        DatabaseAddress.of("no-such-host.invalid", 5432, "db", "me", "s3cret"),
        "a host whose name is known");
    assertRefused(
        DatabaseAddress.of("127.0.0.1", closedPort(), "db", "me", "s3cret"),
        "a server that listens there");
  }

  @Test
  void aServerThatNeverAnswersIsGivenUpAfterTheTimeLimit() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      DatabaseAddress address =
          DatabaseAddress.of("127.0.0.1", silent.getLocalPort(), "db", "me", "s3cret");
      PoolSettings settings =
          PLAIN.withTimeouts(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ZERO);
      long start = System.nanoTime();
      assertThatThrownBy(() -> Pools.open(address, "test", 1, settings))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(address.display());
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }
  }

  @Test
  void aPoolMayBeOpenedBeforeItsServerIsThere() throws Exception {
    PoolSettings patient =
        PLAIN
            .withFailFast(false)
            .withTimeouts(Duration.ofMillis(300), Duration.ofSeconds(5), Duration.ZERO);
    try (EmbeddedServer server = TestServers.fresh(Map.of())) {
      server.stopImmediately();
      try (HikariDataSource pool = Pools.open(server.address(), "test", 1, patient)) {
        assertThatThrownBy(pool::getConnection).isInstanceOf(SQLTransientConnectionException.class);
        server.startAgain();
        await()
            .atMost(Duration.ofSeconds(30))
            .ignoreExceptionsInstanceOf(SQLTransientConnectionException.class)
            .untilAsserted(() -> pool.getConnection().close());
      }
    }
  }

  /** HikariCP by itself looks for a server ever more rarely, and would be late by 5 s. */
  @Test
  void aServerThatIsAwayIsLookedForEverySecondHoweverLongItIsAway() throws Exception {
    assertThat(IntStream.rangeClosed(1, 6).mapToLong(PatientSource::pauseMillis))
        .containsExactly(50L, 100L, 200L, 400L, 800L, 1_000L);
    assertThat(PatientSource.pauseMillis(1_000_000)).isEqualTo(1_000);
    try (EmbeddedServer server = TestServers.fresh(Map.of())) {
      server.stopImmediately();
      PatientSource source = new PatientSource(new SessionSource(server.address(), PLAIN), true);
      CompletableFuture<Connection> connection =
          CompletableFuture.supplyAsync(() -> connect(source));
      await().atMost(Duration.ofSeconds(30)).until(() -> source.failure() != null);
      assertThat(source.failure().getSQLState()).isEqualTo("08001");
      server.startAgain();
      connection.get(30, TimeUnit.SECONDS).close(); // by the same call
      assertThat(source.failure() == null).isTrue();
    }
  }

  @Test
  void aPoolThatIsClosedEndsTheWaitForTheServer() throws Exception {
    DatabaseAddress nobody = DatabaseAddress.of("127.0.0.1", closedPort(), "db", "me", "s3cret");
    PatientSource source = new PatientSource(new SessionSource(nobody, PLAIN), true);
    CompletableFuture<Connection> connection = CompletableFuture.supplyAsync(() -> connect(source));
    await().atMost(Duration.ofSeconds(30)).until(() -> source.failure() != null);
    source.end();
    assertThatThrownBy(() -> connection.get(30, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(ConnectException.class);
  }

  @Test
  void whoeverWaitsInVainForAServerThatIsAwayIsToldWhy() throws Exception {
    DatabaseAddress nobody = DatabaseAddress.of("127.0.0.1", closedPort(), "db", "me", "s3cret");
    PoolSettings patient =
        PLAIN
            .withFailFast(false)
            .withTimeouts(Duration.ofMillis(300), Duration.ofSeconds(5), Duration.ZERO);
    try (HikariDataSource pool = Pools.open(nobody, "test", 1, patient)) {
      for (int attempt = 0; attempt < 3; attempt++) {
        assertThatThrownBy(pool::getConnection)
            .isInstanceOf(SQLTransientConnectionException.class)
            .hasRootCauseInstanceOf(ConnectException.class)
            .extracting(thrown -> ((SQLException) thrown).getSQLState())
            .isEqualTo("08001");
      }
    }
  }

  private static Connection connect(PatientSource source) {
    try {
      return source.getConnection();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assertRefused(DatabaseAddress address, String wanted) {
    assertThatThrownBy(() -> Pools.open(address, "test", 1, PLAIN))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(address.display() + ": connection is ")
        .hasMessageContaining(wanted)
        .hasMessageNotContaining("s3cret");
    assertThatThrownBy(() -> Pools.connect(address, "test"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(wanted);
  }

  /** How many INSERT statements the server sees of a batch of ten rows. */
  private static int statementsOfABatch(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TEMPORARY TABLE counted (number int)");
      statement.execute("CREATE TEMPORARY TABLE seen (one int)");
      statement.execute(
          "CREATE FUNCTION pg_temp.see() RETURNS trigger LANGUAGE plpgsql"
              + " AS 'BEGIN INSERT INTO seen VALUES (1); RETURN NULL; END'");
      statement.execute(
          "CREATE TRIGGER see AFTER INSERT ON counted"
              + " FOR EACH STATEMENT EXECUTE FUNCTION pg_temp.see()");
    }
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO counted VALUES (?)")) {
      for (int i = 0; i < 10; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    return Integer.parseInt(ask(connection, "SELECT count(*) FROM seen"));
  }

  private static int closedPort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static String ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
