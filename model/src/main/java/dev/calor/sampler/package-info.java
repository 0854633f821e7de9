/** Markov chains that leave exp(−U) invariant, or nearly so: for rivals, for evaluation, and for sampling from a trained energy. */
@NullMarked
package dev.calor.sampler;

import org.jspecify.annotations.NullMarked;
