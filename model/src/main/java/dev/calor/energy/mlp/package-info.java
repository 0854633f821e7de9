/** The multilayer perceptron {@link dev.calor.energy.mlp.MlpEnergy}, with its backward pass written out by hand. */
@NullMarked
package dev.calor.energy.mlp;

import org.jspecify.annotations.NullMarked;
