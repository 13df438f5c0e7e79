package dev.weir.camel;

import dev.weir.config.StrategySetting;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/**
 * Stores batches: {@code batch-writer:strategy?lane=0&layout=wide&method=copy-binary}. Besides the
 * endpoint's own parameters it takes every {@link StrategySetting} under its key.
 */
@Component("batch-writer")
public final class BatchWriterComponent extends DefaultComponent {

  @Override
  protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
      throws Exception {
    Map<String, String> settings = new LinkedHashMap<>();
    for (StrategySetting setting : StrategySetting.values()) {
      Object value = parameters.remove(setting.key());
      if (value != null) {
        settings.put(setting.key(), StrategyRoute.written(setting, value.toString()));
      }
    }
    BatchWriterEndpoint endpoint = new BatchWriterEndpoint(uri, this, remaining, settings);
    setProperties(endpoint, parameters);
    return endpoint;
  }
}
