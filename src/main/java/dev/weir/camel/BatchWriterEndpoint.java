package dev.weir.camel;

import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import java.nio.file.Path;
import java.util.Map;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;

/**
 * Stores the batches of one lane, one transaction a batch.
 *
 * <p>Where they go comes from the {@link Ingestion} bound under the endpoint's name. Where none is
 * bound, as in a Camel application that only has Weir on its class path, they go to the one {@code
 * DataSource} in the registry, into a table made by the strategy's settings.
 */
@UriEndpoint(
    firstVersion = "0.1.0",
    scheme = "batch-writer",
    title = "Batch Writer",
    syntax = "batch-writer:name",
    producerOnly = true,
    category = {Category.DATABASE})
public final class BatchWriterEndpoint extends LaneEndpoint {

  @UriParam(description = "The table, if it is not to be measurements_ and the layout")
  private String table;

  private final Map<String, String> settings;

  /**
   * @param settings the strategy's settings by key, as written
   */
  BatchWriterEndpoint(
      String uri, BatchWriterComponent component, String name, Map<String, String> settings) {
    super(uri, component, name);
    this.settings = Map.copyOf(settings);
  }

  @Override
  public Producer createProducer() {
    return new BatchWriterProducer(this, ingestionLane());
  }

  @Override
  public Consumer createConsumer(Processor processor) {
    throw new UnsupportedOperationException(getEndpointUri() + " is a sink: use it in to");
  }

  /**
   * The strategy its parameters say.
   *
   * @throws dev.weir.config.ConfigurationException naming every parameter that is wrong
   */
  Strategy strategy() {
    return Strategy.of(getName(), Path.of(getName()), getEndpointUri(), settings);
  }

  /** A setting as its parameters say; empty where they do not. */
  String written(StrategySetting setting) {
    return settings.getOrDefault(setting.key(), "");
  }

  public String getTable() {
    return table;
  }

  public void setTable(String table) {
    this.table = table;
  }
}
