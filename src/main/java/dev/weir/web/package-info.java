/**
 * What a running service shows of itself over HTTP: the dashboard, the samples as a stream, the
 * periods. Knows the records below and nothing of how they come about; the server is Camel's, by
 * way of {@code dev.weir.camel}.
 */
package dev.weir.web;
