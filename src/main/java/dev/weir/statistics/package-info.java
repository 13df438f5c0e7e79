/**
 * The server's own figures: a catalog of versioned queries, snapshots, differences, and what a run
 * cost by them. Knows neither Camel nor how strategies are compared; never writes to the database.
 */
package dev.weir.statistics;
