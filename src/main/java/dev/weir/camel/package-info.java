/**
 * The only package that knows Camel: components, aggregation, route loading, the running context.
 */
package dev.weir.camel;
