/** Rows of a product space as tensors, and the distribution that noise takes them to: what there is before any energy. */
@NullMarked
package dev.calor.rows;

import org.jspecify.annotations.NullMarked;
