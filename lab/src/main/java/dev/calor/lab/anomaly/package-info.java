/** Anomalies planted in rows of public tables, and how well scores find them. */
@NullMarked
package dev.calor.lab.anomaly;

import org.jspecify.annotations.NullMarked;
