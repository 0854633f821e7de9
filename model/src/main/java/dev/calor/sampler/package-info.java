/** Samplers of exp(−U): Markov chains that leave it invariant, exactly or nearly, and passes from noise to data. */
@NullMarked
package dev.calor.sampler;

import org.jspecify.annotations.NullMarked;
