/** What the experiments share: results on disk, estimates, tables in Markdown, the machine. */
@NullMarked
package dev.calor.lab.cell;

import org.jspecify.annotations.NullMarked;
