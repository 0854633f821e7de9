/** Models of public tables: quality of synthetic rows, calibration, imputation. */
@NullMarked
package dev.calor.lab.tabular;

import org.jspecify.annotations.NullMarked;
