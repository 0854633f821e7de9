/** Perturbations q: how data become negatives. */
@NullMarked
package dev.calor.perturb;

import org.jspecify.annotations.NullMarked;
