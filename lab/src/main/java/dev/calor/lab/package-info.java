/** The paper's experiments, the methods it compares with, and our benchmarks, as subcommands of {@code calor lab}. */
@NullMarked
package dev.calor.lab;

import org.jspecify.annotations.NullMarked;
