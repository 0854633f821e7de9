/** Density estimation on discretised toy sets. */
@NullMarked
package dev.calor.lab.density;

import org.jspecify.annotations.NullMarked;
