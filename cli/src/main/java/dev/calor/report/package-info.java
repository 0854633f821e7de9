/** The report: a synthetic table beside the real one, measured, as one page and as JSON. */
@NullMarked
package dev.calor.report;

import org.jspecify.annotations.NullMarked;
