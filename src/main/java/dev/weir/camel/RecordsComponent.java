package dev.weir.camel;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/** The source of records: {@code records:strategy?lane=0&lanes=1&dataset=sensors}. */
@Component("records")
public final class RecordsComponent extends DefaultComponent {

  @Override
  protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
      throws Exception {
    RecordsEndpoint endpoint = new RecordsEndpoint(uri, this, remaining);
    setProperties(endpoint, parameters);
    return endpoint;
  }
}
