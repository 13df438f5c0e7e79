/** The server's own figures: versioned queries, snapshots, differences. */
package dev.weir.statistics;
