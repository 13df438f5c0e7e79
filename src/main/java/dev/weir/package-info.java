/** Weir: loads analytics records into PostgreSQL and measures what each way of loading costs. */
package dev.weir;
