package dev.weir.delivery;

import dev.weir.dataset.Dataset;
import dev.weir.dataset.Record;
import java.util.List;
import java.util.stream.IntStream;

/** Small records, each a function of its position, without end: what is stored can be told. */
record NumberedDataset(int measurements) implements Dataset {
  /** 2026-01-01T00:00:00Z in microseconds since 1970. */
  static final long START_MICROS = 1_767_225_600_000_000L;

  @Override
  public String name() {
    return "numbered";
  }

  @Override
  public List<String> measurementNames() {
    return IntStream.range(0, measurements).mapToObj(i -> "value " + i).toList();
  }

  @Override
  public long size() {
    return Long.MAX_VALUE;
  }

  @Override
  public Record record(long position) {
    double[] values = new double[measurements];
    for (int i = 0; i < measurements; i++) {
      values[i] = Math.sin((double) (position * 31 + i)) * 1000;
    }
    long[] nulls = position % 5 == 0 ? new long[] {1L << (position % measurements)} : null;
    return new Record(
        position, position, START_MICROS + position * 1_000, (int) (position % 50), values, nulls);
  }
}
