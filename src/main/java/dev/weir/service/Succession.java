package dev.weir.service;

import dev.weir.config.ConfigurationException;
import dev.weir.delivery.Meaning;
import dev.weir.delivery.SqlState;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which strategy of a slot follows which: forth when its file asks for another one and all that
 * needs is there, and back when that one does not work here. By the slot's thread only.
 */
final class Succession {
  private static final Logger LOG = LoggerFactory.getLogger(Succession.class);

  private final Slot slot;
  private final SlotStrategies strategies;
  private final SlotTables tables;
  private final DataSource control;
  private final AtomicInteger swaps = new AtomicInteger();
  private Choice current;
  private Choice former;
  private Choice prepared;

  /**
   * @param control gives a connection for what is to be done while the lanes are at work
   */
  Succession(Slot slot, SlotStrategies strategies, SlotTables tables, DataSource control) {
    this.slot = slot;
    this.strategies = strategies;
    this.tables = tables;
    this.control = control;
  }

  void beginWith(Choice first) {
    current = first;
  }

  Choice current() {
    return current;
  }

  /** How often a strategy followed another, going back included. By any thread. */
  int swaps() {
    return swaps.get();
  }

  /** The current one runs now. */
  void runs() {
    prepared = null;
    strategies.runs(current, former == null ? Set.of() : Set.of(former.sum()));
  }

  /**
   * Whether another strategy is to run and its table is there: the old one is only stopped then.
   */
  boolean isPrepared() {
    Optional<Choice> next = strategies.next();
    if (next.isEmpty()) {
      return false;
    }
    if (next.get().equals(prepared)) {
      return true;
    }
    try (Connection connection = control.getConnection()) {
      tables.make(connection, next.get().strategy());
      prepared = next.get();
      return true;
    } catch (ConfigurationException e) {
      strategies.refuse(next.get(), e.getMessage());
    } catch (SQLException e) {
      if (SqlState.of(e.getSQLState()).meaning() == Meaning.RETRY) {
        LOG.info("Slot {}: the swap has to wait: {}", slot.name(), e.getMessage());
      } else {
        strategies.refuse(next.get(), e.getMessage());
      }
    }
    return false;
  }

  /**
   * Goes on with what is to follow, after the old strategy was stopped for it. Where its file is as
   * it was again by now, that is the old one.
   *
   * @return whether the old one was stopped for another at all
   */
  boolean goForth() {
    if (prepared == null) {
      return false;
    }
    prepared = null;
    Optional<Choice> next = strategies.next();
    if (next.isPresent()) {
      former = current;
      current = next.get();
      swaps.incrementAndGet();
      LOG.info("Slot {}: {} is followed by {}", slot.name(), former.name(), current.name());
    }
    return true;
  }

  /**
   * A strategy that does not work here gives way to the one before it.
   *
   * @throws E the failure, where there is none
   */
  <E extends Exception> void goBack(String why, E failure) throws E {
    prepared = null;
    if (former == null) {
      throw failure;
    }
    LOG.warn("Slot {}: {} gives way to {} again", slot.name(), current.name(), former.name());
    strategies.refuse(current, why);
    current = former;
    former = null;
    swaps.incrementAndGet();
  }
}
