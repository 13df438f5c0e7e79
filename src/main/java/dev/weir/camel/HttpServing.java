package dev.weir.camel;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Kind;
import dev.weir.config.Problem;
import dev.weir.config.ServiceSetting;
import dev.weir.config.ServiceSettings;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.component.platform.http.main.MainHttpServer;
import org.apache.camel.component.platform.http.main.ManagementHttpServer;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpRouter;

/** Weir's part in Camel's two HTTP servers: the pages' own, and a guard before both. */
final class HttpServing {
  private static final String MANAGEMENT_HOST = "camel.management.host";
  private static final String MANAGEMENT_PORT = "camel.management.port";
  private static final String HEALTH = "/observe/health";
  private static final String ROUTES = "web";
  private static final String PAGES = "pages";

  private HttpServing() {}

  /**
   * Looks before Camel starts whether its management server can be had, and with whom it may talk.
   *
   * @throws ConfigurationException if its port is none or taken, or it is to listen beyond loopback
   *     without a token
   */
  static void checkManagement(ServiceSettings settings) {
    String host = settings.find(MANAGEMENT_HOST).orElse("0.0.0.0");
    settings.requireTokenUnlessLoopback(MANAGEMENT_HOST, host);
    settings
        .find(MANAGEMENT_PORT)
        .filter(port -> !port.contains("{{")) // Camel's placeholders are Camel's
        .ifPresent(
            port -> {
              Kind kind = ServiceSetting.HTTP_PORT.kind();
              if (!kind.accepts(port)) {
                throw new ConfigurationException(
                    new Problem(
                        settings.where(MANAGEMENT_PORT), MANAGEMENT_PORT, port, kind.wanted()));
              }
              FreePort.require(settings, MANAGEMENT_PORT, host, Integer.parseInt(port));
            });
  }

  /**
   * Looks whether the server of the pages can be had, and with whom it may talk.
   *
   * @throws ConfigurationException if its port is taken, or it is to listen beyond loopback without
   *     a token
   */
  static void checkPages(ServiceSettings settings) {
    String host = settings.get(ServiceSetting.HTTP_ADDRESS);
    settings.requireTokenUnlessLoopback(ServiceSetting.HTTP_ADDRESS.key(), host);
    FreePort.require(
        settings, ServiceSetting.HTTP_PORT.key(), host, settings.number(ServiceSetting.HTTP_PORT));
  }

  static void guardManagement(CamelContext context, Optional<String> token) {
    ManagementHttpServer server = context.hasService(ManagementHttpServer.class);
    if (server != null) {
      Guard.install(router(context, server.getPort()), token, HEALTH);
    }
  }

  /**
   * Starts the server of the pages.
   *
   * @param pages the bean the routes in {@code routes/web.camel.yaml} ask
   * @throws ConfigurationException if its port is taken, it is to listen beyond loopback without a
   *     token, or the routes are bad
   */
  static void start(
      RunningCamel camel, ServiceSettings settings, Object pages, LineSource samples) {
    String host = settings.get(ServiceSetting.HTTP_ADDRESS);
    int port = settings.number(ServiceSetting.HTTP_PORT);
    checkPages(settings);
    CamelContext context = camel.context();
    MainHttpServer server = new MainHttpServer();
    server.setCamelContext(context);
    server.setHost(host);
    server.setPort(port);
    server.setPath("/");
    server.setMaxBodySize(0L);
    server.setFileUploadEnabled(false);
    try {
      context.addService(server, true, true);
    } catch (Exception e) {
      throw new IllegalStateException("the server at " + host + ":" + port + " does not start", e);
    }
    Guard.install(router(context, port), settings.token(), null);
    LineStream stream = new LineStream(samples);
    camel.meters().registry().ifPresent(stream::bind);
    router(context, port).get("/samples").handler(stream);
    context.getRegistry().bind(PAGES, pages);
    camel.load(ROUTES);
  }

  private static VertxPlatformHttpRouter router(CamelContext context, int port) {
    return VertxPlatformHttpRouter.lookup(
        context, VertxPlatformHttpRouter.getRouterNameFromPort(port));
  }
}
