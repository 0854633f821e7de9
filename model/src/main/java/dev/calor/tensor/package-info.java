/** Tensors, devices and native memory. Only this package imports the tensor engine (PyTorch through JavaCPP). */
@NullMarked
package dev.calor.tensor;

import org.jspecify.annotations.NullMarked;
