package dev.weir.dataset;

import dev.weir.config.Home;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to make one record of 100 measurements, and to take it into a digest. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class DatasetBenchmark {

  @Param({"sensors", "host-metrics", "tecator"})
  String dataset;

  private final RecordDigest digest = new RecordDigest();
  private Dataset opened;
  private long position;

  @Setup
  public void open() {
    opened = new Datasets(Home.locate().datasets()).open(dataset);
  }

  @Benchmark
  public Record record() {
    return opened.record(position++);
  }

  @Benchmark
  public long recordAndDigest() {
    digest.add(opened.record(position++));
    return digest.records();
  }
}
