/**
 * What people would use instead of Weir: loops written by hand around pgjdbc, libraries, programs.
 * Each as good as a careful user would make it, and none of it uses Weir's writers.
 */
package dev.weir.bench.peer;
