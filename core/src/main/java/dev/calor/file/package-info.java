/** Files on disk: results that appear whole or not at all, and private folders. */
@NullMarked
package dev.calor.file;

import org.jspecify.annotations.NullMarked;
