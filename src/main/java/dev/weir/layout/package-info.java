/**
 * The table variants: columns, DDL, and the SQL that reads a record back, changes a measurement and
 * digests a table. All SQL that depends on the layout is built here.
 */
package dev.weir.layout;
