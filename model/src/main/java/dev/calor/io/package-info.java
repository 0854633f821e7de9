/** Files that appear whole or not at all, and tensors in the safetensors format. */
@NullMarked
package dev.calor.io;

import org.jspecify.annotations.NullMarked;
