package dev.weir.cli;

import dev.weir.delivery.Account;
import dev.weir.service.ServiceListener;
import dev.weir.service.ServiceRequest;
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
  public void begins(String table, List<Long> positions) {
    long first = positions.stream().mapToLong(Long::longValue).min().orElse(0);
    line(
        "Storing %s by %s into %s at %s, from record %,d on",
        request.dataset().name(),
        request.strategy().name(),
        table,
        request.database().display(),
        first);
  }

  @Override
  public void progress(Account account, double recordsPerSecond) {
    line(
        "read %,d, stored %,d, dead letters %,d, in flight %,d, %,.0f records/s",
        account.read(),
        account.stored(),
        account.deadLettered(),
        account.inFlight(),
        recordsPerSecond);
  }

  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
    out.flush();
  }
}
