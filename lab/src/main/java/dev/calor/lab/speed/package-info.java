/** The speed of a training step beside the authors' way to compute it. */
@NullMarked
package dev.calor.lab.speed;

import org.jspecify.annotations.NullMarked;
