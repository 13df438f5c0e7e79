/** One class a command: flags in, exit code out. No logic of its own. */
package dev.weir.cli;
