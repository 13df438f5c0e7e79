package dev.weir.camel;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks at every request before anything else does: who asks, by what name, and what for. It also
 * tells browsers to trust an answer with nothing.
 *
 * <p>Without a token only this host can ask, and a web page opened on it must not be able to: it
 * could by a name of its own that leads to a loopback address. Hence only names of loopback are
 * answered to then.
 */
final class Guard implements Handler<RoutingContext> {
  private static final Set<String> LOOPBACK_NAMES =
      Set.of("localhost", "127.0.0.1", "[::1]", "::1");
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
              + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "X-Frame-Options",
          "DENY",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Permissions-Policy",
          "camera=(), geolocation=(), microphone=()");

  /** Anything starting so never changes under its address: the address has its version in it. */
  private static final String ASSETS = "/assets/";

  private static final int OK = 200;
  private static final Set<HttpMethod> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD);

  private final Optional<byte[]> token;
  private final String openPath;

  private Guard(Optional<String> token, String openPath) {
    this.token = token.map(Guard::digest);
    this.openPath = openPath;
  }

  /**
   * Puts a guard before all routes of a server.
   *
   * @param openPath what starts so is answered to everybody; null when there is nothing
   */
  static void install(Router router, Optional<String> token, String openPath) {
    router.route().order(Integer.MIN_VALUE).handler(new Guard(token, openPath));
  }

  @Override
  public void handle(RoutingContext context) {
    HttpServerRequest request = context.request();
    HttpServerResponse response = context.response();
    HEADERS.forEach(response::putHeader);
    boolean asset = context.normalizedPath().startsWith(ASSETS);
    context.addHeadersEndHandler(
        done ->
            response.putHeader(
                "Cache-Control",
                asset && response.getStatusCode() == OK
                    ? "private, max-age=31536000"
                    : "no-store"));
    if (!READING.contains(request.method())) {
      response.putHeader("Allow", "GET, HEAD").putHeader("Connection", "close");
      refuse(context, 405, "only GET and HEAD are answered");
    } else if (isOpen(context.normalizedPath())) {
      context.next();
    } else if (token.isEmpty() && !isLoopbackName(request)) {
      refuse(context, 421, "ask by the name localhost, or set weir.http.token");
    } else if (token.isPresent() && !isAuthorized(request.getHeader("Authorization"))) {
      response.putHeader("WWW-Authenticate", "Basic realm=\"Weir\", charset=\"UTF-8\"");
      refuse(
          context, 401, "the token is needed: as a bearer token, or as the password of any user");
    } else {
      context.next();
    }
  }

  private boolean isOpen(String path) {
    return openPath != null && (path.equals(openPath) || path.startsWith(openPath + "/"));
  }

  private static boolean isLoopbackName(HttpServerRequest request) {
    return request.authority() != null
        && LOOPBACK_NAMES.contains(request.authority().host().toLowerCase(Locale.ROOT));
  }

  private boolean isAuthorized(String authorization) {
    if (authorization == null) {
      return false;
    }
    String[] parts = authorization.strip().split("\\s+", 2);
    if (parts.length < 2) {
      return false;
    }
    return switch (parts[0].toLowerCase(Locale.ROOT)) {
      case "bearer" -> isToken(parts[1]);
      case "basic" -> isToken(password(parts[1]));
      default -> false;
    };
  }

  private static String password(String credentials) {
    try {
      String text = new String(Base64.getDecoder().decode(credentials), StandardCharsets.UTF_8);
      return text.substring(text.indexOf(':') + 1);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /** Takes the same time whatever the guess has in common with the token. */
  private boolean isToken(String guess) {
    return token.isPresent() && MessageDigest.isEqual(digest(guess), token.get());
  }

  private static byte[] digest(String text) {
    return Sha256.of(text);
  }

  private static void refuse(RoutingContext context, int status, String why) {
    context
        .response()
        .setStatusCode(status)
        .putHeader("Content-Type", "text/plain; charset=utf-8")
        .end(why + "\n");
  }
}
