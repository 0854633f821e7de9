/** Data whose law is known: toy densities in the plane and their discretisation, rings of mixed columns, Ising lattices. */
@NullMarked
package dev.calor.dataset;

import org.jspecify.annotations.NullMarked;
