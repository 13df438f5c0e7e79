/** Plan, rounds, probes, verification, verdicts: the only package that knows how to compare. */
package dev.weir.compare;
