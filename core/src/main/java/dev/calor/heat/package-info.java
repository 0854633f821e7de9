/** Solutions q_t = exp(tR) of the heat equation on a column, and the rules that choose t. */
@NullMarked
package dev.calor.heat;

import org.jspecify.annotations.NullMarked;
