package dev.weir.statistics;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which file of the database belongs to what: WAL names relations by their file numbers only. To be
 * read while the tables are still there; a file that was replaced meanwhile (TRUNCATE, a rewrite)
 * is not found.
 */
final class WalRelations {
  /** What a file holds. */
  sealed interface Owner {
    /** Rows of a measured table. */
    record Heap() implements Owner {}

    /** Values of a measured table stored out of line, or the index over them. */
    record Toast() implements Owner {}

    /** An index of a measured table; of a partition: the index it belongs to. */
    record Index(String name) implements Owner {}

    /** Something that belongs to the run but is not measured. */
    record Alongside() implements Owner {}
  }

  private final StatisticsConnection connection;
  private final List<String> tables;
  private final List<String> alongside;

  WalRelations(StatisticsConnection connection, List<String> tables, List<String> alongside) {
    this.connection = connection;
    this.tables = tables;
    this.alongside = alongside;
  }

  /** The owner of each file number. */
  Map<Long, Owner> owners() throws SQLException {
    Map<Long, Owner> owners = new HashMap<>();
    files(alongside).forEach((file, owner) -> owners.put(file, new Owner.Alongside()));
    owners.putAll(files(tables));
    return owners;
  }

  private Map<Long, Owner> files(List<String> names) throws SQLException {
    Map<Long, Owner> files = new HashMap<>();
    if (names.isEmpty()) {
      return files;
    }
    for (Map<String, Object> row : connection.rows(QUERY.formatted(Literal.textArray(names)))) {
      long file = ((Number) row.get("file")).longValue();
      files.put(
          file,
          switch ((String) row.get("kind")) {
            case "index" -> new Owner.Index((String) row.get("name"));
            case "toast" -> new Owner.Toast();
            default -> new Owner.Heap();
          });
    }
    return files;
  }

  private static final String QUERY =
      """
      WITH RECURSIVE family AS (
        SELECT to_regclass(name)::oid AS member FROM unnest(%s) AS name
        UNION
        SELECT inhrelid FROM family JOIN pg_inherits ON inhparent = member
      ), tables AS (
        SELECT oid, relfilenode, reltoastrelid FROM family JOIN pg_class ON oid = member
      ), indexes AS (
        SELECT indexrelid AS top, indexrelid AS part
          FROM family JOIN pg_index ON indrelid = member
         WHERE NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = indexrelid)
        UNION
        SELECT top, inhrelid FROM indexes JOIN pg_inherits ON inhparent = part
      ), toasts AS (
        SELECT reltoastrelid AS toast FROM tables
        UNION
        SELECT indexrelid FROM tables JOIN pg_index ON indrelid = reltoastrelid
      )
      SELECT relfilenode::bigint AS file, 'heap' AS kind, NULL AS name FROM tables
      UNION ALL
      SELECT p.relfilenode::bigint, 'index', t.relname::text
        FROM indexes JOIN pg_class p ON p.oid = part JOIN pg_class t ON t.oid = top
      UNION ALL
      SELECT relfilenode::bigint, 'toast', NULL FROM toasts JOIN pg_class ON oid = toast
      """;
}
