/** Files on disk: atomic writes, and private folders. */
@NullMarked
package dev.calor.file;

import org.jspecify.annotations.NullMarked;
