package dev.weir.compare;

import java.util.Map;
import java.util.Optional;

/**
 * Which strategy runs on which of several servers.
 *
 * @param of the server's name by the strategy's
 */
public record ServerTurns(Servers servers, Map<String, String> of) {
  public ServerTurns {
    of = Map.copyOf(of);
  }

  Optional<String> server(String strategy) {
    return Optional.ofNullable(of.get(Twin.original(strategy)));
  }
}
