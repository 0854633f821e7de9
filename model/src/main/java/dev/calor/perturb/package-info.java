/** Perturbations q(y|x), which turn data into negatives, and noise on the data themselves. */
@NullMarked
package dev.calor.perturb;

import org.jspecify.annotations.NullMarked;
