package dev.weir.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Layouts;
import dev.weir.layout.Table;
import dev.weir.layout.TableOptions;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EncodersTest {
  private static final int MEASUREMENTS = 20;

  static Stream<RecordEncoder> encoders() {
    return Layouts.ALL.stream()
        .map(EncodersTest::table)
        .flatMap(table -> Stream.of(BinaryEncoders.of(table), TextEncoders.of(table)));
  }

  private static Table table(Layout layout) {
    return new Table("", "records", layout, MEASUREMENTS, TableOptions.defaults());
  }

  @ParameterizedTest
  @MethodSource("encoders")
  void encodingMakesNoGarbage(RecordEncoder encoder) {
    List<Record> records = AwkwardRecords.of(0, 200, MEASUREMENTS);
    RowBuffer buffer = new RowBuffer(1 << 20);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 50; round++) { // the first ones fill caches and compile
      long before = threads.getCurrentThreadAllocatedBytes();
      buffer.clear();
      encodeAll(encoder, records, buffer);
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    // a date object a record, where the compiler has not yet done away with it
    assertThat(least).isLessThanOrEqualTo(records.size() * 24L);
  }

  private static void encodeAll(RecordEncoder encoder, List<Record> records, RowBuffer buffer) {
    for (int i = 0; i < records.size(); i++) {
      encoder.encode(records.get(i), buffer);
    }
  }

  @ParameterizedTest
  @MethodSource("encoders")
  void aRecordWithAnotherNumberOfMeasurementsIsRefused(RecordEncoder encoder) {
    Record other = AwkwardRecords.plainRecord(7, MEASUREMENTS + 1);
    RowBuffer buffer = new RowBuffer(1 << 16);
    assertThatThrownBy(() -> encoder.encode(other, buffer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("record 7 has 21 measurements; the table takes 20");
  }
}
