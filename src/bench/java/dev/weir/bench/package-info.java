/**
 * Benchmarks that a person asks for: Weir's whole pipeline beside what people would use instead,
 * and what Weir itself costs. Compiled by every build, run by {@code src/bench/run} only; nothing
 * here asserts on time.
 */
package dev.weir.bench;
