/** The paper's experiments, its rivals, and our benchmarks, as subcommands of {@code calor lab}. */
@NullMarked
package dev.calor.lab;

import org.jspecify.annotations.NullMarked;
