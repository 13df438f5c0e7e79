/** The long-lived ingestion service and its pages. */
package dev.weir.service;
