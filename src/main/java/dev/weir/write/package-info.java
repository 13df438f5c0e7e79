/**
 * How batches become rows: one class a method, and the transaction around them. Works without
 * Camel.
 */
package dev.weir.write;
