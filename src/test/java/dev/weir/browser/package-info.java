/** A real browser for the tests of what Weir shows: its report and its pages. */
package dev.weir.browser;
