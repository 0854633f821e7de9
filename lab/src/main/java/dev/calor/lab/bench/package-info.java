/** JMH benchmarks. */
@NullMarked
package dev.calor.lab.bench;

import org.jspecify.annotations.NullMarked;
