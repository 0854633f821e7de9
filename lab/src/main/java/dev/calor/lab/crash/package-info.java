/** Kills commands at random moments, and starves them of disk and memory, to see what they leave behind. */
@NullMarked
package dev.calor.lab.crash;

import org.jspecify.annotations.NullMarked;
