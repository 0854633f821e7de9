/** Samplers of exp(−U): Markov chains, and passes from noise to data. For sampling, evaluation and comparison methods. */
@NullMarked
package dev.calor.sampler;

import org.jspecify.annotations.NullMarked;
