/** How far apart two sets of rows are. */
@NullMarked
package dev.calor.metric;

import org.jspecify.annotations.NullMarked;
