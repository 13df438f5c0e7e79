package dev.weir.delivery;

import dev.weir.postgres.DatabaseAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Stands between a lane and the server and breaks connections on purpose: after so many bytes, or
 * around a COMMIT, which it knows by the messages of PostgreSQL's protocol. A break that is asked
 * for happens once, to the connection that first comes to it.
 */
final class TcpProxy implements AutoCloseable {
  private final int serverPort;
  private final ServerSocket listening;
  private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicReference<Break> asked = new AtomicReference<>();
  private final AtomicInteger broken = new AtomicInteger();
  private volatile CountDownLatch gate = new CountDownLatch(0);
  private volatile CountDownLatch late = new CountDownLatch(0);

  /** How a connection is broken. */
  sealed interface Break {}

  /** After so many bytes have come from the client, counted from when it was asked for. */
  record AfterSent(long bytes) implements Break {}

  /** After so many bytes have come from the server. */
  record AfterReceived(long bytes) implements Break {}

  /** Not broken, but stuck: after so many bytes from the client nothing passes any more. */
  record StuckAfterSent(long bytes) implements Break {}

  /** Around the next COMMIT. */
  enum AtCommit implements Break {
    /** The server never gets it. */
    BEFORE_IT_IS_SENT,
    /** The server gets it, and at the same moment finds its client gone. */
    AS_THE_SERVER_GETS_IT,
    /** The server has committed; the client never learns. */
    BEFORE_THE_ANSWER,
    /** The client is cut off at once; the server gets it only when {@link #letLateCommitsGo}. */
    LONG_BEFORE_THE_SERVER_GETS_IT
  }

  TcpProxy(int serverPort) {
    this.serverPort = serverPort;
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon("accepting", this::accept);
  }

  /** The same database, by way of this proxy. */
  DatabaseAddress through(DatabaseAddress server) {
    String url =
        server.jdbcUrl().replace(":" + serverPort + "/", ":" + listening.getLocalPort() + "/");
    if (url.equals(server.jdbcUrl())) {
      throw new IllegalArgumentException(server.jdbcUrl() + " is not at port " + serverPort);
    }
    return new DatabaseAddress(url, server.user(), server.password(), "proxied");
  }

  void ask(Break wanted) {
    asked.set(wanted);
  }

  /** Whether what was asked for has not happened yet. */
  boolean isWaiting() {
    return asked.get() != null;
  }

  int broken() {
    return broken.get();
  }

  /**
   * Nothing passes in either direction any more, and no connection ends: as with a lost network.
   */
  void stall() {
    gate = new CountDownLatch(1);
  }

  void goOn() {
    gate.countDown();
  }

  void holdLateCommits() {
    late = new CountDownLatch(1);
  }

  void letLateCommitsGo() {
    late.countDown();
  }

  /** Breaks everything there is now. */
  void breakAll() {
    connections.forEach(ProxiedConnection::close);
  }

  @Override
  public void close() {
    goOn();
    letLateCommitsGo();
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    breakAll();
  }

  Break asked() {
    return asked.get();
  }

  /** Takes what was asked for, so that it happens to one connection only. */
  boolean take(Break wanted) {
    if (asked.compareAndSet(wanted, null)) {
      broken.incrementAndGet();
      return true;
    }
    return false;
  }

  /** Counts bytes towards a break; the last of them may pass, so the break is after it. */
  boolean replace(Break before, Break after) {
    return asked.compareAndSet(before, after);
  }

  void awaitGate() throws InterruptedException {
    gate.await();
  }

  void awaitLate() throws InterruptedException {
    late.await();
  }

  void ended(ProxiedConnection connection) {
    connections.remove(connection);
  }

  static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, "proxy-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        try {
          Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
          client.setTcpNoDelay(true);
          server.setTcpNoDelay(true);
          ProxiedConnection connection = new ProxiedConnection(this, client, server);
          connections.add(connection);
          connection.start();
        } catch (IOException e) {
          client.close(); // the server is away: so is the proxy
        }
      } catch (IOException e) {
        return; // closed
      }
    }
  }
}
