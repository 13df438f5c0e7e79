package dev.weir.camel;

import dev.weir.dataset.Record;
import dev.weir.write.Batch;
import dev.weir.write.BatchStore;
import java.util.Collection;
import java.util.Collections;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultProducer;

/**
 * The writing end of one lane: stores the body, counts it and the time it took. After a batch that
 * could not be stored it takes no further one, since what comes after must not be stored before.
 */
final class BatchWriterProducer extends DefaultProducer {
  private final Lane lane;
  private LaneMeters meters;
  private BatchStore ownStore;

  BatchWriterProducer(BatchWriterEndpoint endpoint, Lane lane) {
    super(endpoint);
    this.lane = lane;
  }

  @Override
  public BatchWriterEndpoint getEndpoint() {
    return (BatchWriterEndpoint) super.getEndpoint();
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    if (lane.store() == null) {
      ownStore = new RegistryStore(getEndpoint());
      lane.storeIn(ownStore);
    }
    meters = LaneMeters.bind(getEndpoint(), lane);
  }

  @Override
  protected void doStop() throws Exception {
    if (meters != null) {
      meters.close();
    }
    if (ownStore != null) {
      lane.storeIn(null);
      ownStore.close();
      ownStore = null;
    }
    super.doStop();
  }

  @Override
  public void process(Exchange exchange) throws Exception {
    Batch batch = batch(exchange.getIn().getBody());
    if (batch.size() == 0) {
      return;
    }
    if (lane.isBroken()) {
      throw new IllegalStateException(
          "lane " + lane.number() + " stores nothing after a batch that could not be stored",
          lane.failure());
    }
    try {
      lane.enter(batch);
    } catch (IllegalStateException e) {
      lane.breakWith(e);
      throw e;
    }
    try {
      store(batch);
    } finally {
      lane.leave();
    }
  }

  private void store(Batch batch) throws Exception {
    batch.whenTaken(HandedBatch::sentByThisThread);
    long begin = System.nanoTime();
    try {
      lane.store().store(batch);
    } catch (Exception | Error e) {
      lane.breakWith(e);
      throw e;
    }
    long end = System.nanoTime();
    lane.countStored(batch, begin, end);
    if (meters != null) {
      meters.stored(end - begin);
    }
  }

  /** A batch as it comes from {@link GatherBatch}; a record or records of a route without one. */
  private Batch batch(Object body) {
    if (body instanceof Batch batch) {
      return batch;
    }
    Collection<?> records =
        body instanceof Collection<?> several ? several : Collections.singletonList(body);
    Batch batch = new Batch(lane.number(), records.size());
    for (Object record : records) {
      if (!(record instanceof Record one)) {
        throw new IllegalArgumentException(
            getEndpoint()
                + " stores a batch or records, not "
                + (record == null ? "an empty body" : record.getClass().getName()));
      }
      batch.add(one);
    }
    return batch;
  }
}
