/** What makes a batch stored once and only once: the ledger, retries, dead letters. */
package dev.weir.delivery;
