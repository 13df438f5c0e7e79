package dev.weir.camel;

import dev.weir.config.Home;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Datasets;
import dev.weir.dataset.Record;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What Weir's step of the aggregation costs a record; the aggregator around it is Camel's. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class AggregationBenchmark {
  private static final int BATCH = 1_000;

  private final CamelContext context = new DefaultCamelContext();
  private final GatherBatch gather = new GatherBatch();
  private final Record[] records = new Record[BATCH];

  @Setup
  public void prepare() {
    Dataset dataset = new Datasets(Home.locate().datasets()).open("sensors");
    for (int i = 0; i < BATCH; i++) {
      records[i] = dataset.record(i);
    }
  }

  /** A batch gathered, each record on an exchange of its own. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public Exchange gather() {
    Exchange group = null;
    for (Record record : records) {
      Exchange exchange = new DefaultExchange(context);
      exchange.getIn().setBody(record);
      group = gather.aggregate(group, exchange);
    }
    return group;
  }
}
