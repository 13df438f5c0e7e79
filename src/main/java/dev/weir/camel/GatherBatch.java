package dev.weir.camel;

import dev.weir.dataset.Record;
import dev.weir.write.Batch;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;

/**
 * Collects records into one {@link Batch}, the body of the group's first exchange. Keeps no state,
 * does the same small work for every record, and so may run under the aggregator's lock.
 */
public final class GatherBatch implements AggregationStrategy {
  private static final int UNKNOWN_CAPACITY = 16;

  @Override
  public Exchange aggregate(Exchange oldExchange, Exchange newExchange) {
    Object body = newExchange.getIn().getBody();
    if (!(body instanceof Record record)) {
      // surfaces on the exchange of the record, and so in its lane
      throw new IllegalArgumentException(
          "only records can be gathered into a batch, not "
              + (body == null ? "an empty body" : body.getClass().getName()));
    }
    if (oldExchange == null) {
      Batch batch = emptyBatch(newExchange);
      batch.add(record);
      newExchange.getIn().setBody(batch);
      return newExchange;
    }
    ((Batch) oldExchange.getIn().getBody()).add(record);
    return oldExchange;
  }

  private static Batch emptyBatch(Exchange first) {
    if (first.getFromEndpoint() instanceof RecordsEndpoint source) {
      return new Batch(source.getLane(), source.getBatchSize());
    }
    return new Batch(0, UNKNOWN_CAPACITY);
  }
}
