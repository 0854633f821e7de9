/** Estimators of log Z, and with it of log-likelihoods. */
@NullMarked
package dev.calor.estimate;

import org.jspecify.annotations.NullMarked;
