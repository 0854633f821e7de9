/** Energies of small graphs. */
@NullMarked
package dev.calor.lab.graph;

import org.jspecify.annotations.NullMarked;
