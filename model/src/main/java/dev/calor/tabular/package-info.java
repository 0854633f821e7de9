/** The user's door: one model of a table that generates, conditions, classifies, imputes and scores. No tensor is seen from outside. */
@NullMarked
package dev.calor.tabular;

import org.jspecify.annotations.NullMarked;
