/** The report: a synthetic table compared with the real one, as one page and as JSON. */
@NullMarked
package dev.calor.report;

import org.jspecify.annotations.NullMarked;
