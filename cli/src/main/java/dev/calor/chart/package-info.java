/** Charts as SVG text and as terminal text, without a library and without a script. */
@NullMarked
package dev.calor.chart;

import org.jspecify.annotations.NullMarked;
