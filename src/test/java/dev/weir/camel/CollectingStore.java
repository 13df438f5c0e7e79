package dev.weir.camel;

import dev.weir.dataset.Record;
import dev.weir.write.Batch;
import dev.weir.write.BatchStore;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps the positions of what it is given, batch by batch. */
class CollectingStore implements BatchStore {
  private final List<List<Long>> batches = new CopyOnWriteArrayList<>();

  /** What happens before a batch is kept. */
  void before(int number) throws SQLException {}

  @Override
  public void store(Batch batch) throws SQLException {
    before(batches.size());
    batches.add(batch.records().stream().map(Record::position).toList());
  }

  @Override
  public void close() {}

  List<List<Long>> batches() {
    return batches;
  }

  List<Long> positions() {
    return batches.stream().flatMap(List::stream).toList();
  }
}
