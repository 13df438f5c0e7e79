/** Results as JSON, Markdown, HTML and on the console. */
package dev.weir.report;
