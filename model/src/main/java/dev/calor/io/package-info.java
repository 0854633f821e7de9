/** Files that are written atomically, and tensors in the safetensors format. */
@NullMarked
package dev.calor.io;

import org.jspecify.annotations.NullMarked;
