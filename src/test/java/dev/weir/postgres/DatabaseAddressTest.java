package dev.weir.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseAddressTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "postgresql://me@host:5433/db | jdbc:postgresql://host:5433/db | me",
        "postgres://me@host/db | jdbc:postgresql://host:5432/db | me",
        "postgresql://me@/db | jdbc:postgresql://localhost:5432/db | me",
        "postgresql://host?user=me&dbname=db | jdbc:postgresql://host:5432/db | me",
        "postgresql://me@host | jdbc:postgresql://host:5432/me | me",
        "postgresql://me@[2001:db8::1]:5433/db | jdbc:postgresql://[2001:db8::1]:5433/db | me",
        "postgresql://me@[::1]/db | jdbc:postgresql://[::1]:5432/db | me",
        "postgresql://me@a:1,b,c:3/db | jdbc:postgresql://a:1,b:5432,c:3/db | me",
        "postgresql://me@/db?host=a,b&port=1,2 | jdbc:postgresql://a:1,b:2/db | me",
        "postgresql://m%40e@host/d%2Fb%20c | jdbc:postgresql://host:5432/d%2Fb%20c | m@e",
        "postgresql://me@host/a+b | jdbc:postgresql://host:5432/a%2Bb | me",
        "postgresql://%C3%A9@host/db | jdbc:postgresql://host:5432/db | é",
        "postgresql://me@h/db?sslmode=require | jdbc:postgresql://h:5432/db?sslmode=require | me",
        "postgresql://me@h/db?connect_timeout=5&options=%26x |"
            + " jdbc:postgresql://h:5432/db?connectTimeout=5&options=%26x | me",
        "postgresql://me@h/db?target_session_attrs=read-write |"
            + " jdbc:postgresql://h:5432/db?targetServerType=primary | me",
        "jdbc:postgresql://host:5433/db?user=me | jdbc:postgresql://host:5433/db | me",
        "jdbc:postgresql://host/db?user=me&ssl=true | jdbc:postgresql://host:5432/db?ssl=true | me",
        "jdbc:postgresql:db?user=me | jdbc:postgresql://localhost:5432/db | me",
        "jdbc:postgresql:?user=me | jdbc:postgresql://localhost:5432/me | me",
      })
  void readsWhatLibpqAndTheDriverRead(String given, String jdbcUrl, String user) {
    DatabaseAddress address = DatabaseAddress.parse(given, Map.of());
    assertThat(address.jdbcUrl()).isEqualTo(jdbcUrl);
    assertThat(address.user()).isEqualTo(user);
    assertThat(address.password()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://me@h/db?sslmod=s3cret",
        "jdbc:postgresql://h/db?user=me&passwrd=s3cret",
      })
  void aParameterNobodyKnowsIsRefusedAndItsValueNotShown(String given) {
    assertThatThrownBy(() -> DatabaseAddress.parse(given, Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("a parameter of libpq or of the PostgreSQL JDBC driver is needed")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void aParameterOnlyPsqlKnowsIsTaken() {
    DatabaseAddress.parse("postgresql://me@h/db?keepalives_idle=30&sslcrl=x", Map.of());
  }

  @ParameterizedTest
  @CsvSource({
    "postgresql://me:s3cr%20t%2F%40+x@host/db, s3cr t/@+x",
    "postgresql://me@host/db?password=s3cr%20t+x, s3cr t+x",
    "jdbc:postgresql://host/db?user=me&password=s3cr%20t%2Bx, s3cr t+x",
    "jdbc:postgresql://host/db?password=s3cr+t&user=me, s3cr t",
  })
  void thePasswordIsReadAndNeverShown(String given, String password) {
    DatabaseAddress address = DatabaseAddress.parse(given, Map.of());
    assertThat(address.password()).isEqualTo(password);
    assertThat(address.toString()).isEqualTo("me@host:5432/db").isEqualTo(address.display());
    assertThat(address.jdbcUrl()).doesNotContain("s3cr");
  }

  @Test
  void whatIsLeftOpenComesFromTheEnvironment() {
    Map<String, String> environment =
        Map.of(
            "PGHOST", "a.example",
            "PGPORT", "5433",
            "PGUSER", "someone",
            "PGPASSWORD", "s3cret",
            "PGDATABASE", "records",
            "PGSSLMODE", "verify-full");
    DatabaseAddress all = DatabaseAddress.parse("", environment);
    assertThat(all.jdbcUrl())
        .isEqualTo("jdbc:postgresql://a.example:5433/records?sslmode=verify-full");
    assertThat(all.user()).isEqualTo("someone");
    assertThat(all.password()).isEqualTo("s3cret");
    assertThat(all.toString()).isEqualTo("someone@a.example:5433/records");
    DatabaseAddress said = DatabaseAddress.parse("postgresql://b/x?sslmode=disable", environment);
    assertThat(said.jdbcUrl()).isEqualTo("jdbc:postgresql://b:5433/x?sslmode=disable");
    DatabaseAddress hosts =
        DatabaseAddress.parse("", Map.of("PGHOST", "a,b", "PGPORT", "1,2", "PGUSER", "me"));
    assertThat(hosts.jdbcUrl()).isEqualTo("jdbc:postgresql://a:1,b:2/me");
  }

  @Test
  void withoutAnythingItIsTheUserOfThisProcessOnThisMachine() {
    String user = System.getProperty("user.name");
    assertThat(DatabaseAddress.parse(" ", Map.of("PGHOST", "")).display())
        .isEqualTo(user + "@localhost:5432/" + user);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://me:s3cret@host/db",
        "s3cret",
        "me:s3cret@host/db",
        "host=h password=s3cret",
        "postgresql://me:s3cret/@host/db",
        "postgresql://me:x@s3cret@host/db",
        "postgresql://me:s3cret%zz@host/db",
        "postgresql://me:s3cret%ff@host/db",
        "postgresql://me:s3cret%00@host/db",
        "postgresql://me:s3cret@[::1/db",
        "jdbc:postgresql://me:s3cret@host/db",
        "jdbc:postgresql://host/db?password=s3cret%",
        "jdbc:oracle:thin:s3cret@host",
      })
  void whatCannotBeReadIsRefusedWithoutShowingAPassword(String given) {
    assertThatThrownBy(() -> DatabaseAddress.parse(given, Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("--database: ")
        .hasMessageContaining("is needed")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void everyWrongPartIsNamedWithWhereItCameFrom() {
    assertThatThrownBy(
            () ->
                DatabaseAddress.parse(
                    "postgresql://me@host:70000,%2Ftmp:0/db?sslmode=maybe", Map.of()))
        .hasMessageContaining("port is \"70000\"; a whole number from 1 to 65535")
        .hasMessageContaining("host is \"/tmp\"")
        .hasMessageContaining("port is \"0\"")
        .hasMessageContaining("sslmode is \"maybe\"; one of disable, allow, prefer, require");
    assertThatThrownBy(
            () ->
                DatabaseAddress.parse(
                    "postgresql://me@host/db", Map.of("PGPORT", "x", "PGSSLMODE", "y")))
        .hasMessageContaining("PGPORT: port is \"x\"")
        .hasMessageContaining("PGSSLMODE: sslmode is \"y\"");
  }

  @Test
  void anotherDatabaseOfTheSameServerKeepsTheRest() {
    DatabaseAddress address =
        DatabaseAddress.parse("postgresql://me:pw@[::1]:5433/a%2Fb?sslmode=require", Map.of())
            .withDatabase("c/d");
    assertThat(address.jdbcUrl()).isEqualTo("jdbc:postgresql://[::1]:5433/c%2Fd?sslmode=require");
    assertThat(address.display()).isEqualTo("me@[::1]:5433/c/d");
    assertThat(address.password()).isEqualTo("pw");
  }
}
