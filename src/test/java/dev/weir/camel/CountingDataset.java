package dev.weir.camel;

import dev.weir.dataset.Dataset;
import dev.weir.dataset.Record;
import java.util.List;

/** Records whose id and only measurement are their position. */
record CountingDataset(long size) implements Dataset {
  static final CountingDataset ENDLESS = new CountingDataset(Long.MAX_VALUE);

  @Override
  public String name() {
    return "counting";
  }

  @Override
  public int measurements() {
    return 1;
  }

  @Override
  public List<String> measurementNames() {
    return List.of("position");
  }

  @Override
  public Record record(long position) {
    return new Record(position, position, position, 0, new double[] {position}, null);
  }
}
