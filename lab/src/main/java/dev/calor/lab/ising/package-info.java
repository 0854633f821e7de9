/** Recovering the couplings of Ising lattices. */
@NullMarked
package dev.calor.lab.ising;

import org.jspecify.annotations.NullMarked;
