/** The speed of a training step beside a plain port of the authors' step, and of draws beside the machine's matrix product. */
@NullMarked
package dev.calor.lab.speed;

import org.jspecify.annotations.NullMarked;
