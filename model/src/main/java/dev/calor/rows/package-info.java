/** Rows of a product space as tensors, their one-hot layout, and the base distribution that noise takes them to. */
@NullMarked
package dev.calor.rows;

import org.jspecify.annotations.NullMarked;
