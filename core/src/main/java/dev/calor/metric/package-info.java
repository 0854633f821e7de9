/** Metrics that compare synthetic with real rows, and sets of graphs with each other. */
@NullMarked
package dev.calor.metric;

import org.jspecify.annotations.NullMarked;
