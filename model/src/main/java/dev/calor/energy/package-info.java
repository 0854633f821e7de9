/** Energies U with p(x) ∝ exp(−U(x)): always U, never log p. */
@NullMarked
package dev.calor.energy;

import org.jspecify.annotations.NullMarked;
