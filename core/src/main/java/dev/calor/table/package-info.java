/**
 * Tables: their schemas, schema inference, readers and writers. Files and queries are read through an embedded DuckDB,
 * which only this package uses.
 */
@NullMarked
package dev.calor.table;

import org.jspecify.annotations.NullMarked;
