package dev.weir.delivery;

import dev.weir.delivery.TcpProxy.AfterReceived;
import dev.weir.delivery.TcpProxy.AfterSent;
import dev.weir.delivery.TcpProxy.AtCommit;
import dev.weir.delivery.TcpProxy.StuckAfterSent;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/** One connection through the proxy: what the client sends is read message by message. */
final class ProxiedConnection {
  private static final int SSL_REQUEST = 80_877_103;
  private static final int GSS_REQUEST = 80_877_104;

  private final TcpProxy proxy;
  private final Socket client;
  private final Socket server;
  private final Set<String> commitStatements = new HashSet<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean swallowAnswer;

  ProxiedConnection(TcpProxy proxy, Socket client, Socket server) {
    this.proxy = proxy;
    this.client = client;
    this.server = server;
  }

  void start() {
    TcpProxy.daemon("to-server", () -> run(this::toServer));
    TcpProxy.daemon("to-client", () -> run(this::toClient));
  }

  void close() {
    closeQuietly(client);
    closeQuietly(server);
    closed.countDown();
    proxy.ended(this);
  }

  private interface Pump {
    void run() throws IOException, InterruptedException;
  }

  private void run(Pump pump) {
    try {
      pump.run();
    } catch (IOException e) {
      // one side has ended; so does the other
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close();
    }
  }

  private void toServer() throws IOException, InterruptedException {
    DataInputStream in = new DataInputStream(client.getInputStream());
    OutputStream out = server.getOutputStream();
    int code;
    do {
      byte[] start = readBody(in, in.readInt());
      code = ByteBuffer.wrap(start).getInt();
      byte[] packet =
          ByteBuffer.allocate(start.length + 4).putInt(start.length + 4).put(start).array();
      forward(packet, out);
    } while (code == SSL_REQUEST || code == GSS_REQUEST);
    while (true) {
      byte[] message = readMessage(in);
      if (isCommit(message) && proxy.asked() instanceof AtCommit at && proxy.take(at)) {
        breakAt(at, message, in, out);
        return;
      }
      if (!forward(message, out)) {
        return;
      }
    }
  }

  private void toClient() throws IOException, InterruptedException {
    byte[] buffer = new byte[8192];
    while (true) {
      int read = server.getInputStream().read(buffer);
      if (read < 0 || swallowAnswer) {
        return;
      }
      proxy.awaitGate();
      if (proxy.asked() instanceof AfterReceived after) {
        if (after.bytes() <= read && proxy.take(after)) {
          client.getOutputStream().write(buffer, 0, (int) after.bytes());
          client.getOutputStream().flush();
          return;
        }
        proxy.replace(after, new AfterReceived(Math.max(0, after.bytes() - read)));
      }
      client.getOutputStream().write(buffer, 0, read);
    }
  }

  private void breakAt(AtCommit at, byte[] message, DataInputStream in, OutputStream out)
      throws IOException, InterruptedException {
    if (at == AtCommit.BEFORE_IT_IS_SENT) {
      return;
    }
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.write(message);
    while (message[0] != 'S' && message[0] != 'Q') {
      message = readMessage(in);
      whole.write(message);
    }
    swallowAnswer = true;
    if (at == AtCommit.LONG_BEFORE_THE_SERVER_GETS_IT) {
      closeQuietly(client);
      proxy.awaitLate();
    }
    out.write(whole.toByteArray());
    out.flush();
    if (at != AtCommit.AS_THE_SERVER_GETS_IT) {
      closed.await(); // the other direction closes when it has got the answer
    }
  }

  /** Whether the connection still stands. */
  private boolean forward(byte[] message, OutputStream out)
      throws IOException, InterruptedException {
    proxy.awaitGate();
    if (proxy.asked() instanceof AfterSent after) {
      if (after.bytes() <= message.length && proxy.take(after)) {
        out.write(message, 0, (int) after.bytes());
        out.flush();
        return false;
      }
      proxy.replace(after, new AfterSent(Math.max(0, after.bytes() - message.length)));
    } else if (proxy.asked() instanceof StuckAfterSent after) {
      if (after.bytes() <= message.length && proxy.take(after)) {
        closed.await();
        return false;
      }
      proxy.replace(after, new StuckAfterSent(after.bytes() - message.length));
    }
    out.write(message);
    out.flush();
    return true;
  }

  /** Parse tells which statements are COMMIT, Bind that one of them is about to be executed. */
  private boolean isCommit(byte[] message) {
    switch (message[0]) {
      case 'P' -> {
        String name = text(message, 5);
        String query = text(message, 5 + name.length() + 1);
        if (query.strip().toUpperCase(Locale.ROOT).equals("COMMIT")) {
          commitStatements.add(name);
        } else {
          commitStatements.remove(name);
        }
        return false;
      }
      case 'B' -> {
        String portal = text(message, 5);
        return commitStatements.contains(text(message, 5 + portal.length() + 1));
      }
      case 'Q' -> {
        return text(message, 5).strip().toUpperCase(Locale.ROOT).equals("COMMIT");
      }
      default -> {
        return false;
      }
    }
  }

  private static String text(byte[] message, int from) {
    int to = from;
    while (message[to] != 0) {
      to++;
    }
    return new String(Arrays.copyOfRange(message, from, to), StandardCharsets.ISO_8859_1);
  }

  private static byte[] readMessage(DataInputStream in) throws IOException {
    int type = in.read();
    if (type < 0) {
      throw new EOFException();
    }
    int length = in.readInt();
    byte[] body = readBody(in, length);
    return ByteBuffer.allocate(length + 1).put((byte) type).putInt(length).put(body).array();
  }

  private static byte[] readBody(DataInputStream in, int length) throws IOException {
    byte[] body = new byte[length - 4];
    in.readFully(body);
    return body;
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // it is closed
    }
  }
}
