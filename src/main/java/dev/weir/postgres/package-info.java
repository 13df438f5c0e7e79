/**
 * The server: its address, the embedded one, its version, what this account may do, how durable it
 * is.
 */
package dev.weir.postgres;
