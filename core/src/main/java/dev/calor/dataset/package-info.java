/**
 * Data sets: toy densities in the plane and their discretisation, rings of mixed columns and Ising lattices, all with a
 * known distribution; and readers for public tables, images and graphs.
 */
@NullMarked
package dev.calor.dataset;

import org.jspecify.annotations.NullMarked;
