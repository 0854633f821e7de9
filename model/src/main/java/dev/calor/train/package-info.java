/** Training: one loop, its plan, its events and its checkpoints. */
@NullMarked
package dev.calor.train;

import org.jspecify.annotations.NullMarked;
