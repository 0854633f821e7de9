/**
 * Tables: what their columns are, how they are read, understood and written. Files and queries go through an embedded DuckDB, which
 * only this package touches.
 */
@NullMarked
package dev.calor.table;

import org.jspecify.annotations.NullMarked;
