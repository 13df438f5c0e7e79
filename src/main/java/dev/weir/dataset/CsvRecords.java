package dev.weir.dataset;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import dev.weir.config.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/** Reads a CSV file row by row into records; a row that is none is handed on with the reason. */
final class CsvRecords {
  private static final int NO_COLUMN = -1;

  private final CsvFormat format;
  private final List<String> header;
  private final int id;
  private final int time;
  private final int series;
  private final int[] measurements;

  /** In which line each id stood. */
  private final Map<Long, Long> lines = new HashMap<>();

  private CsvRecords(String where, CsvFormat format, List<String> header) {
    this.format = format;
    this.header = header;
    Problems problems = new Problems();
    this.id = column(where, "id", format.id(), problems);
    this.time = column(where, "time", format.time(), problems);
    this.series = column(where, "series", format.series(), problems);
    this.measurements =
        format.measurements().isEmpty()
            ? allOthers()
            : format.measurements().stream()
                .mapToInt(name -> column(where, "measurements", Optional.of(name), problems))
                .toArray();
    if (measurements.length == 0) {
      problems.add(where + ":1", "header", String.join(",", header), "a column of measurements");
    }
    for (String name : header) {
      if (name.indexOf('\u0000') >= 0) {
        problems.add(where + ":1", "header", CsvRefusal.shown(name), "a name without U+0000");
      }
    }
    problems.throwIfAny();
  }

  /**
   * Reads a whole file.
   *
   * @param file read through gzip when its name ends in {@code .gz}
   * @param where the file as the user knows it
   * @return the names of the measurements, in order
   * @throws ConfigurationException if the file cannot be read, its header lacks a column or it is
   *     not UTF-8; then what stands before the wrong byte has been handed on
   */
  static List<String> read(
      Path file,
      String where,
      CsvFormat format,
      Consumer<Record> records,
      Consumer<CsvRefusal> refusals) {
    try (Reader reader = open(file)) {
      CsvRows rows = new CsvRows(reader, format.separator());
      try {
        CsvRecords interpretation = new CsvRecords(where, format, header(rows, where));
        interpretation.readRows(rows, records, refusals);
        return interpretation.measurementNames();
      } catch (Utf8Reader.NotUtf8 e) {
        throw new ConfigurationException(
            new Problem(
                where + ":" + rows.lineToCome(), "byte " + e.position(), e.found(), wanted(e)));
      }
    } catch (IOException e) {
      throw new ConfigurationException(Problem.of(where, "cannot be read to its end: " + e));
    }
  }

  /** Spreadsheets call UTF-16 "Unicode text"; it begins with FF FE or FE FF. */
  private static String wanted(Utf8Reader.NotUtf8 e) {
    boolean mark = e.position() == 1 && (e.found().equals("0xFF") || e.found().equals("0xFE"));
    return mark ? "UTF-8 text (this looks like UTF-16)" : "UTF-8 text";
  }

  private static Reader open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    try {
      return new Utf8Reader(
          file.getFileName().toString().endsWith(".gz") ? new GZIPInputStream(in, 1 << 16) : in);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private static List<String> header(CsvRows rows, String where) throws IOException {
    CsvRow header = rows.next();
    if (header == null) {
      throw new ConfigurationException(Problem.of(where, "an empty file; a header is needed"));
    }
    if (header.refusal() != null) {
      throw new ConfigurationException(header.refusal().problem(where));
    }
    return header.fields().stream().map(name -> name == null ? "" : name).toList();
  }

  private void readRows(CsvRows rows, Consumer<Record> records, Consumer<CsvRefusal> refusals)
      throws IOException {
    long position = 0;
    for (CsvRow row = rows.next(); row != null; row = rows.next()) {
      if (row.refusal() != null) {
        refusals.accept(row.refusal());
        continue;
      }
      Record record;
      try {
        record = record(row, position);
        requireNewId(record.id(), row);
      } catch (RefusedField e) {
        refusals.accept(new CsvRefusal(row.line(), header.get(e.column), e.found, e.getMessage()));
        continue;
      }
      records.accept(record);
      position++;
    }
  }

  private void requireNewId(long recordId, CsvRow row) throws RefusedField {
    if (id == NO_COLUMN) {
      return; // the position, never the same
    }
    Long line = lines.putIfAbsent(recordId, row.line());
    if (line != null) {
      throw new RefusedField(
          id, row.fields().get(id), "an id that stands once (it is in line " + line + " too)");
    }
  }

  private Record record(CsvRow row, long position) throws RefusedField {
    double[] values = new double[measurements.length];
    long[] nulls = null;
    for (int measurement = 0; measurement < values.length; measurement++) {
      String text = row.fields().get(measurements[measurement]);
      if (text == null) {
        if (nulls == null) {
          nulls = new long[(values.length + 63) >> 6];
        }
        nulls[measurement >> 6] |= 1L << (measurement & 63);
        continue;
      }
      try {
        values[measurement] = MeasurementText.parse(text);
      } catch (NumberFormatException e) {
        throw new RefusedField(measurements[measurement], text, e.getMessage());
      }
    }
    long recordId =
        id == NO_COLUMN ? position + 1 : wholeNumber(row, id, Long.MIN_VALUE, Long.MAX_VALUE);
    int recordSeries =
        series == NO_COLUMN
            ? 0
            : (int) wholeNumber(row, series, Integer.MIN_VALUE, Integer.MAX_VALUE);
    return new Record(position, recordId, micros(row, position), recordSeries, values, nulls);
  }

  private long micros(CsvRow row, long position) throws RefusedField {
    if (time == NO_COLUMN) {
      return RecordTime.micros(format.start()) + position * RecordTime.micros(format.interval());
    }
    String text = required(row, time, RecordTime.WANTED);
    try {
      return RecordTime.micros(RecordTime.parse(text));
    } catch (DateTimeException e) {
      throw new RefusedField(time, text, RecordTime.WANTED);
    }
  }

  private static long wholeNumber(CsvRow row, int column, long least, long most)
      throws RefusedField {
    String wanted = "a whole number from " + least + " to " + most;
    String text = required(row, column, wanted);
    try {
      long number = Long.parseLong(text.strip());
      if (number >= least && number <= most && text.chars().allMatch(c -> c < 128)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // refused below
    }
    throw new RefusedField(column, text, wanted);
  }

  private static String required(CsvRow row, int column, String wanted) throws RefusedField {
    String text = row.fields().get(column);
    if (text == null) {
      throw new RefusedField(column, null, wanted);
    }
    return text;
  }

  private List<String> measurementNames() {
    List<String> names = new ArrayList<>();
    for (int column : measurements) {
      names.add(header.get(column));
    }
    return List.copyOf(names);
  }

  private int[] allOthers() {
    List<Integer> columns = new ArrayList<>();
    for (int column = 0; column < header.size(); column++) {
      if (column != id && column != time && column != series) {
        columns.add(column);
      }
    }
    return columns.stream().mapToInt(Integer::intValue).toArray();
  }

  private int column(String where, String key, Optional<String> name, Problems problems) {
    if (name.isEmpty()) {
      return NO_COLUMN;
    }
    int column = header.indexOf(name.get());
    if (column == NO_COLUMN || column != header.lastIndexOf(name.get())) {
      problems.add(where + ":1", key, name.get(), "a column that stands once in the header");
    }
    return column;
  }

  /** Ends the reading of one row. */
  private static final class RefusedField extends Exception {
    private static final long serialVersionUID = 1L;

    private final int column;
    private final String found;

    RefusedField(int column, String found, String wanted) {
      super(wanted, null, false, false);
      this.column = column;
      this.found = found;
    }
  }
}
