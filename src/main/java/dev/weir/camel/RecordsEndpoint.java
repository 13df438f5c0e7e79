package dev.weir.camel;

import dev.weir.config.Home;
import dev.weir.dataset.Datasets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;

/**
 * Reads the records of one lane from a dataset, one exchange a record, in order.
 *
 * <p>What the lane is to read comes from the {@link Ingestion} bound under the endpoint's name.
 * Where none is bound, as in a Camel application that only has Weir on its class path, the
 * parameters say it.
 */
@UriEndpoint(
    firstVersion = "0.1.0",
    scheme = "records",
    title = "Records",
    syntax = "records:name",
    consumerOnly = true,
    category = {Category.DATABASE})
public final class RecordsEndpoint extends LaneEndpoint {
  /** The Camel property that names the folder datasets/ is in; else Weir's home. */
  private static final String HOME = "weir.home";

  @UriParam(defaultValue = "1", description = "How many lanes share the dataset")
  private int lanes = 1;

  @UriParam(defaultValue = "1000", description = "Records a batch is expected to hold")
  private int batchSize = 1000;

  @UriParam(defaultValue = "sensors", description = "Dataset by name or path to its file")
  private String dataset = "sensors";

  @UriParam(defaultValue = "0", description = "Records this lane reads; 0 to go on until stopped")
  private long records;

  @UriParam(defaultValue = "0", description = "Records a second; 0 for as fast as they are taken")
  private double rate;

  @UriParam(description = "Dataset position of the first record; the lane's number by default")
  private Long from;

  RecordsEndpoint(String uri, RecordsComponent component, String name) {
    super(uri, component, name);
  }

  @Override
  public Consumer createConsumer(Processor processor) throws Exception {
    RecordsConsumer consumer = new RecordsConsumer(this, processor, ingestionLane());
    configureConsumer(consumer);
    return consumer;
  }

  @Override
  public Producer createProducer() {
    throw new UnsupportedOperationException(getEndpointUri() + " is a source: use it in from");
  }

  /** What the parameters say, for a lane that nobody has given anything else. */
  Slice slice() {
    String home = getCamelContext().getPropertiesComponent().resolveProperty(HOME).orElse(null);
    Datasets datasets =
        new Datasets((home == null ? Home.locate() : new Home(Path.of(home))).datasets());
    return new Slice(
        datasets.open(dataset),
        from == null ? getLane() : from,
        lanes,
        records == 0 ? Long.MAX_VALUE : records,
        Duration.ZERO,
        rate == 0 ? OptionalDouble.empty() : OptionalDouble.of(rate));
  }

  public int getLanes() {
    return lanes;
  }

  public void setLanes(int lanes) {
    this.lanes = lanes;
  }

  public int getBatchSize() {
    return batchSize;
  }

  public void setBatchSize(int batchSize) {
    this.batchSize = batchSize;
  }

  public String getDataset() {
    return dataset;
  }

  public void setDataset(String dataset) {
    this.dataset = dataset;
  }

  public long getRecords() {
    return records;
  }

  public void setRecords(long records) {
    this.records = records;
  }

  public double getRate() {
    return rate;
  }

  public void setRate(double rate) {
    this.rate = rate;
  }

  public Long getFrom() {
    return from;
  }

  public void setFrom(Long from) {
    this.from = from;
  }
}
