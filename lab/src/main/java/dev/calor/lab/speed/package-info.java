/** The speed of a training step, compared with a port of the authors' code. */
@NullMarked
package dev.calor.lab.speed;

import org.jspecify.annotations.NullMarked;
