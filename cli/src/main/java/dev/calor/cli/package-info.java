/** The calor command. */
@NullMarked
package dev.calor.cli;

import org.jspecify.annotations.NullMarked;
