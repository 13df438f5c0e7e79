package dev.weir.write;

import dev.weir.config.Home;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Datasets;
import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import dev.weir.layout.TableOptions;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a record costs from its object to the bytes of a COPY, by layout and format. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class EncoderBenchmark {
  private static final int BATCH = 1_000;

  @Param({"sensors", "host-metrics"})
  String dataset;

  @Param({"wide", "narrow", "array", "jsonb"})
  String layout;

  @Param({"copy-binary", "copy-text"})
  String method;

  private final Record[] records = new Record[BATCH];
  private final RowBuffer buffer = new RowBuffer(2 * CopyWriter.FULL);
  private RecordEncoder encoder;

  @Setup
  public void prepare() {
    Dataset opened = new Datasets(Home.locate().datasets()).open(dataset);
    for (int i = 0; i < BATCH; i++) {
      records[i] = opened.record(i);
    }
    Table table =
        new Table(
            "", "bench", Layout.named(layout), opened.measurements(), TableOptions.defaults());
    encoder =
        method.equals(WriteMethod.COPY_BINARY.key())
            ? BinaryEncoders.of(table)
            : TextEncoders.of(table);
  }

  /** The bytes of a batch, as they go to the socket piece by piece. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long encode() {
    long bytes = 0;
    buffer.clear();
    encoder.begin(buffer);
    for (Record record : records) {
      encoder.encode(record, buffer);
      if (buffer.size() >= CopyWriter.FULL) {
        bytes += buffer.size();
        buffer.clear();
      }
    }
    encoder.end(buffer);
    return bytes + buffer.size();
  }
}
