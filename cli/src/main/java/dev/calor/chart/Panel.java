package dev.calor.chart;

import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One small chart: a histogram over [left, right], perhaps with a curve to compare it with and a mark on the axis.
 *
 * @param heights of equally wide bars from left to right
 * @param curve drawn over the bars, or null
 * @param mark a place on the axis
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier from a command to the figure; never compared
public record Panel(
        String title,
        double left,
        double right,
        double[] heights,
        @Nullable DoubleUnaryOperator curve,
        OptionalDouble mark) {}
