package dev.weir.delivery;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a ledger says is done. As long as the number of lanes stays the same there is one stripe a
 * lane. When it changes, the lanes of before had not all come equally far, so their stripes stay
 * beside the new ones for as long as they say something more: what is done is what any stripe
 * covers. That holds over any number of changes, and nothing has to be converted.
 */
record Stripes(List<Stripe> all) {
  Stripes {
    all = List.copyOf(all);
  }

  boolean covers(long position) {
    for (Stripe stripe : all) {
      if (stripe.covers(position)) {
        return true;
      }
    }
    return false;
  }

  /** The first position nobody has done; everything before it is done. */
  long firstOpen() {
    Map<Integer, List<Stripe>> byLanes =
        all.stream()
            .collect(Collectors.groupingBy(Stripe::lanes, TreeMap::new, Collectors.toList()));
    long position = 0;
    for (Map.Entry<Integer, List<Stripe>> of : byLanes.entrySet()) {
      if (of.getValue().size() == of.getKey()) {
        position =
            Math.max(position, of.getValue().stream().mapToLong(Stripe::next).min().orElse(0));
      }
    }
    while (covers(position)) {
      position++;
    }
    return position;
  }

  /** Where a lane goes on when there are so many lanes from now on. */
  Stripe goingOn(int lanes, int lane) {
    long position = Stripe.firstFrom(firstOpen(), lanes, lane);
    while (covers(position)) {
      position += lanes;
    }
    return new Stripe(lanes, lane, position);
  }

  /** The stripes of other numbers of lanes that still say something beyond a position. */
  Stripes ofOthers(int lanes, long beyond) {
    return new Stripes(
        all.stream().filter(each -> each.lanes() != lanes && each.next() > beyond).toList());
  }
}
