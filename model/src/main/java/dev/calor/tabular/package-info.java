/**
 * The main API: one model of a table that samples, with or without conditions, classifies, imputes and scores. It
 * exposes no tensors.
 */
@NullMarked
package dev.calor.tabular;

import org.jspecify.annotations.NullMarked;
