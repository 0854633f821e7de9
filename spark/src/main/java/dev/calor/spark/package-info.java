/** Learning, sampling, scoring and imputing of tables on Apache Spark. */
@NullMarked
package dev.calor.spark;

import org.jspecify.annotations.NullMarked;
