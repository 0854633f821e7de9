/** The web page and the REST API of {@code calor serve}. */
@NullMarked
package dev.calor.server;

import org.jspecify.annotations.NullMarked;
