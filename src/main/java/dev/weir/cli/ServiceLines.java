package dev.weir.cli;

import dev.weir.config.Strategy;
import dev.weir.delivery.Account;
import dev.weir.service.ServiceListener;
import dev.weir.service.ServiceRequest;
import dev.weir.service.Slot;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** What the service does, as plain lines. */
final class ServiceLines implements ServiceListener {
  private final ServiceRequest request;
  private final PrintWriter out;

  ServiceLines(ServiceRequest request, PrintWriter out) {
    this.request = request;
    this.out = out;
  }

  @Override
  public void begins(Slot slot, Strategy strategy, String table, List<Long> positions) {
    long first = positions.stream().mapToLong(Long::longValue).min().orElse(0);
    line(
        slot,
        "Storing %s by %s into %s at %s, from record %,d on",
        request.dataset().name(),
        strategy.name(),
        table,
        request.database().display(),
        first);
  }

  @Override
  public void progress(Slot slot, Account account, double recordsPerSecond) {
    line(
        slot,
        "read %,d, stored %,d, dead letters %,d, in flight %,d, %,.0f records/s",
        account.read(),
        account.stored(),
        account.deadLettered(),
        account.inFlight(),
        recordsPerSecond);
  }

  private synchronized void line(Slot slot, String format, Object... values) {
    String prefix = request.slots().size() == 1 ? "" : slot.name() + ": ";
    out.println(prefix + String.format(Locale.ROOT, format, values));
    out.flush();
  }
}
