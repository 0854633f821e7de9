/** Energies of binary images. */
@NullMarked
package dev.calor.lab.image;

import org.jspecify.annotations.NullMarked;
