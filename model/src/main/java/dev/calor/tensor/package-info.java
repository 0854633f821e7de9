/** The tensor engine, behind one door: nothing else imports it. */
@NullMarked
package dev.calor.tensor;

import org.jspecify.annotations.NullMarked;
