/** Measurements of the server, started as a process of its own. */
@NullMarked
package dev.calor.lab.server;

import org.jspecify.annotations.NullMarked;
