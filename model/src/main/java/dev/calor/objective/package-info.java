/** Losses: energy discrepancy, and the methods that the paper compares it with. */
@NullMarked
package dev.calor.objective;

import org.jspecify.annotations.NullMarked;
