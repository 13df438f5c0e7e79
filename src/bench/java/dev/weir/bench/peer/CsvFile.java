package dev.weir.bench.peer;

import dev.weir.bench.Bed;
import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Layouts;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The records as a CSV file without a header, ready before anything is measured. */
final class CsvFile {
  private CsvFile() {}

  /**
   * The file, written unless it is there already with the records as the dataset gives them today.
   * An empty field is a null.
   */
  static Path ready(Bed bed, Layout layout, long records) throws IOException {
    String name = bed.dataset().name() + "-" + layout.name() + "-" + records + "-";
    Path file = bed.workFolder().resolve(name + bed.digest(records) + ".csv");
    if (!Files.exists(file)) {
      deleteOthers(bed.workFolder(), name);
      Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
      try (BufferedWriter writer = Files.newBufferedWriter(unfinished)) {
        StringBuilder text = new StringBuilder();
        for (long position = 0; position < records; position++) {
          append(text, bed.dataset().record(position), layout == Layouts.NARROW);
          writer.append(text);
          text.setLength(0);
        }
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }
    return file;
  }

  private static void deleteOthers(Path folder, String name) throws IOException {
    try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, name + "*.csv")) {
      for (Path file : old) {
        Files.delete(file);
      }
    }
  }

  private static void append(StringBuilder text, Record record, boolean narrow) {
    String key =
        record.id() + "," + BareLoop.instant(record.recordedAtMicros()) + "," + record.series();
    if (!narrow) {
      text.append(key);
    }
    for (int i = 0; i < record.measurements(); i++) {
      if (narrow) {
        text.append(key).append(',').append(i + 1);
      }
      text.append(',');
      if (!record.isNull(i)) {
        text.append(record.value(i));
      }
      if (narrow) {
        text.append('\n');
      }
    }
    if (!narrow) {
      text.append('\n');
    }
  }
}
