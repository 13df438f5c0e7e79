/**
 * Settings: what may be set, how it is written and what is wrong with what was written. Problems
 * are collected and shown together. Knows nothing of the rest of Weir.
 */
package dev.weir.config;
