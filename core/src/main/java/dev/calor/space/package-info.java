/** The spaces of the paper's section 3: columns, their graphs, their rate matrices, and products of columns. */
@NullMarked
package dev.calor.space;

import org.jspecify.annotations.NullMarked;
