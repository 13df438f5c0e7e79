package dev.weir.delivery;

import java.util.List;
import java.util.stream.Stream;

/** The accounts of all lanes of a strategy. */
public final class Accounts {
  private final List<LaneAccount> lanes;

  /**
   * @param lanes how many there are
   */
  public Accounts(int lanes) {
    this.lanes = Stream.generate(LaneAccount::new).limit(lanes).toList();
  }

  public LaneAccount lane(int lane) {
    return lanes.get(lane);
  }

  public int lanes() {
    return lanes.size();
  }

  /** All lanes together. Each lane's part is of one moment, so the sum keeps the rule too. */
  public Account now() {
    return lanes.stream().map(LaneAccount::now).reduce(Account.EMPTY, Account::plus);
  }
}
