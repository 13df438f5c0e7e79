package dev.weir.bench;

import dev.weir.config.Home;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import dev.weir.layout.TableOptions;
import dev.weir.write.WriteMethod;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What one record costs on its whole way through the ingest route, as an exchange of its own, when
 * the batch is encoded and dropped. Starting and stopping the route is in it, spread over the
 * records.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class RouteBenchmark {
  private static final int RECORDS = 500_000;

  @Param({"wide"})
  String layout;

  private Bed bed;
  private WeirLoad load;
  private Table table;

  @Setup
  public void start() throws Exception {
    bed = new Bed(Home.locate(), "sensors", 1_000);
    Layout stored = Layout.named(layout);
    load = new WeirLoad(stored, WriteMethod.NONE, 1);
    table = new Table("", "bench", stored, bed.dataset().measurements(), TableOptions.defaults());
  }

  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public Load route() throws InterruptedException {
    return load.load(bed, table, RECORDS);
  }

  @TearDown
  public void stop() throws Exception {
    bed.close();
  }
}
