/**
 * The speed of a training step compared with a plain port of the authors' step, and of draws compared with a matrix
 * product.
 */
@NullMarked
package dev.calor.lab.speed;

import org.jspecify.annotations.NullMarked;
