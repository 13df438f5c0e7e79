package dev.weir.bench.peer;

import dev.weir.bench.Bed;
import dev.weir.bench.Contender;
import dev.weir.bench.Load;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Layouts;
import dev.weir.layout.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Several of the loops by hand side by side, each with a thread and a connection of its own: what
 * the server makes of so many, whoever they are.
 */
public final class BareWriters implements Contender {
  private final int writers;
  private final BareBinaryCopy loop = new BareBinaryCopy(Layouts.WIDE, 1);

  public BareWriters(int writers) {
    this.writers = writers;
  }

  @Override
  public String peer() {
    return loop.peer();
  }

  @Override
  public Layout layout() {
    return loop.layout();
  }

  @Override
  public String method() {
    return loop.method();
  }

  @Override
  public String variation() {
    return " writers=" + writers;
  }

  @Override
  public Load load(Bed bed, Table table, long records)
      throws SQLException, InterruptedException, ExecutionException {
    List<Connection> connections = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      List<Callable<Void>> lanes = new ArrayList<>();
      for (int lane = 0; lane < writers; lane++) {
        Connection connection = BareLoop.connect(bed.address(), false);
        connections.add(connection);
        connection.setAutoCommit(false);
        BareLoop.Transactions transactions = loop.begin(connection, table, bed.batch());
        Stripe stripe = new Stripe(bed.dataset(), lane, writers);
        long share = records / writers + (lane < records % writers ? 1 : 0);
        lanes.add(
            () -> {
              for (long from = 0; from < share; from += bed.batch()) {
                transactions.write(stripe, from, Math.min(from + bed.batch(), share));
                connection.commit();
              }
              return null;
            });
      }
      Load.Stopwatch stopwatch = Load.start();
      for (Future<Void> ended : threads.invokeAll(lanes)) {
        ended.get();
      }
      return stopwatch.stop(records);
    } finally {
      threads.shutdown();
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }

  /** Every so many-th record of a dataset. */
  private record Stripe(Dataset dataset, int first, int step) implements Dataset {
    @Override
    public String name() {
      return dataset.name();
    }

    @Override
    public int measurements() {
      return dataset.measurements();
    }

    @Override
    public List<String> measurementNames() {
      return dataset.measurementNames();
    }

    @Override
    public long size() {
      return dataset.size() / step;
    }

    @Override
    public Record record(long position) {
      return dataset.record(first + position * step);
    }
  }
}
