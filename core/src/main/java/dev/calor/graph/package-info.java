/** Small graphs as values: what graph data sets hold and graph metrics compare. */
@NullMarked
package dev.calor.graph;

import org.jspecify.annotations.NullMarked;
