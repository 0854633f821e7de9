/** What is minimised: energy discrepancy, and the rivals it was compared with. */
@NullMarked
package dev.calor.objective;

import org.jspecify.annotations.NullMarked;
