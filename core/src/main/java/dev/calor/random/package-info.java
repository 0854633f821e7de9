/** Randomness that depends on a seed and a path, never on the order of calls. */
@NullMarked
package dev.calor.random;

import org.jspecify.annotations.NullMarked;
