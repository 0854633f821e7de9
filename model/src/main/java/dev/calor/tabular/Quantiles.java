package dev.calor.tabular;

import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;

/**
 * The distribution function F of a column of numbers and its inverse, in at most a few thousand bins. A value that
 * repeats is an atom, a bin without width; rare values share a bin, over which F is linear.
 *
 * <p>A value stands for an interval of F: an atom for all its mass, (F(v−), F(v)], any other for a point. Uniform draws
 * from these intervals are uniform over [0, 1] whatever the ties: the randomised quantile transform. Without it data
 * would lie on a grid that a network would recognise. The inverse returns atoms exactly.
 */
@SuppressWarnings("ArrayRecordComponent") // instances are never compared
record Quantiles(double[] left, double[] right, double[] cumulative) {
    /** With more distinct values than this, values share bins. */
    private static final int MOST_BINS = 2048;

    /**
     * A bin has at most a {@value}th of the rows beyond it, so that bins are narrow where values are far apart: the outermost values have
     * bins of their own. Spread evenly over a wide bin, the largest values of an amount would raise its standard deviation by a twelfth.
     */
    private static final int TAIL_ROWS = 16;

    /**
     * The fraction of a bin's mass at its ends: without it single precision could not distinguish them from a
     * neighbouring atom.
     */
    private static final double EDGE = 1.0 / 1024;

    /** The fraction of the mass from which the tail beyond the learned range is estimated, and the number of points used. */
    private static final double TAIL = 0.05;

    private static final int TAIL_POINTS = 64;

    /** The smallest fraction of the rows that makes an atom heavy. */
    static final double HEAVY = 0.03;

    /** The rounding error of the difference of two fractions. */
    private static final double ROUNDING = 1e-12;

    Quantiles {
        if (left.length == 0 || right.length != left.length || cumulative.length != left.length + 1) {
            throw new IllegalArgumentException("quantiles of " + left.length + ", " + right.length + " and "
                    + cumulative.length + " numbers: n, n and n + 1 are needed, n at least 1");
        }
        for (int bin = 0; bin < left.length; bin++) {
            boolean finite = Double.isFinite(left[bin]) && Double.isFinite(right[bin]);
            if (!finite || left[bin] > right[bin] || (bin > 0 && right[bin - 1] > left[bin])) {
                throw new IllegalArgumentException("quantiles with a bin from " + left[bin] + " to " + right[bin]
                        + (bin == 0 ? "" : " after one that ends at " + right[bin - 1])
                        + ": bins are finite and in ascending order");
            }
            if (!(cumulative[bin] < cumulative[bin + 1])) {
                throw new IllegalArgumentException("quantiles whose distribution function is " + cumulative[bin]
                        + " and then " + cumulative[bin + 1] + ": it rises");
            }
        }
        if (cumulative[0] != 0 || cumulative[left.length] != 1) {
            throw new IllegalArgumentException("quantiles whose distribution function runs from " + cumulative[0]
                    + " to " + cumulative[left.length] + ": it runs from 0 to 1");
        }
    }

    /** The distribution of the numbers of a column, of which at least one is not NaN; NaN is left out. */
    static Quantiles of(double[] numbers) {
        double[] sorted = Arrays.stream(numbers)
                .filter(x -> !Double.isNaN(x))
                .map(x -> x + 0.0)
                .sorted()
                .toArray(); // −0 is 0
        double[] values = Arrays.stream(sorted).distinct().toArray();
        long[] counts = new long[values.length];
        for (int i = 0, v = 0; i < sorted.length; i++) {
            v = sorted[i] == values[v] ? v : v + 1;
            counts[v]++;
        }
        return of(values, counts);
    }

    /** The same from the different numbers, in ascending order, and how often each occurs. */
    static Quantiles of(SortedMap<Double, Long> counts) {
        return of(
                counts.keySet().stream().mapToDouble(Double::doubleValue).toArray(),
                counts.values().stream().mapToLong(Long::longValue).toArray());
    }

    /** The same. */
    static Quantiles of(double[] values, long[] counts) {
        long n = Arrays.stream(counts).sum();
        long atom = values.length <= MOST_BINS ? 2 : Math.max(2, n / MOST_BINS);
        double[] left = new double[values.length];
        double[] right = new double[values.length];
        double[] cumulative = new double[values.length + 1];
        int bins = 0;
        long mass = 0;
        for (int first = 0; first < values.length; ) {
            int last = first;
            long together = counts[first];
            boolean light = counts[first] < atom;
            while (light
                    && last + 1 < values.length
                    && counts[last + 1] < atom
                    && together < share(n, mass, together)) {
                together += counts[++last];
            }
            left[bins] = light && first > 0 && counts[first - 1] < atom
                    ? between(values[first - 1], values[first])
                    : values[first];
            right[bins] = light && last + 1 < values.length && counts[last + 1] < atom
                    ? between(values[last], values[last + 1])
                    : values[last];
            mass += together;
            cumulative[++bins] = mass / (double) n;
            first = last + 1;
        }
        return new Quantiles(
                Arrays.copyOf(left, bins), Arrays.copyOf(right, bins), Arrays.copyOf(cumulative, bins + 1));
    }

    /** The number of rows that a bin may have, with some rows in it and others before it. */
    private static long share(long rows, long before, long within) {
        long beyond = Math.min(before, rows - before - within);
        return Math.max(1, Math.min(rows / MOST_BINS, beyond / TAIL_ROWS));
    }

    /** The mean of two numbers, without overflow. */
    private static double between(double a, double b) {
        return a / 2 + b / 2;
    }

    /** The lower end of the interval of F that a value stands for. An unseen value stands for a point. */
    double low(double value) {
        int bin = bin(value);
        return right[bin] > left[bin] || value != left[bin] ? within(bin, value) : cumulative[bin];
    }

    /** The upper end of the interval. */
    double high(double value) {
        int bin = bin(value);
        return right[bin] > left[bin] || value != left[bin] ? within(bin, value) : cumulative[bin + 1];
    }

    /**
     * The values that at least {@value #HEAVY} of the rows have, in ascending order, such as the zeros of an amount.
     * Missing values do not count. Rare values that share a bin are not atoms, whatever its mass.
     */
    List<Atom> heavyAtoms() {
        return IntStream.range(0, left.length)
                .filter(bin -> left[bin] == right[bin])
                .mapToObj(bin -> new Atom(left[bin], cumulative[bin], cumulative[bin + 1]))
                .filter(atom -> atom.high - atom.low >= HEAVY - ROUNDING)
                .toList();
    }

    /**
     * A value and the interval of F it stands for, (F(v−), F(v)].
     *
     * @param low F(v−), not in the interval
     * @param high F(v), in it
     */
    record Atom(double value, double low, double high) {}

    /** F at a value that is not an atom. */
    private double within(int bin, double value) {
        if (value < left[bin]) {
            return cumulative[bin];
        }
        if (value > right[bin] || left[bin] == right[bin]) {
            return cumulative[bin + 1];
        }
        double share = (value / 2 - left[bin] / 2) / (right[bin] / 2 - left[bin] / 2);
        return cumulative[bin] + (EDGE + (1 - 2 * EDGE) * share) * (cumulative[bin + 1] - cumulative[bin]);
    }

    /** The last bin that begins at or before a value; the first bin for smaller values. */
    private int bin(double value) {
        int place = Arrays.binarySearch(left, value + 0.0);
        return place >= 0 ? place : Math.max(0, -place - 2);
    }

    /**
     * How far a number is outside the learned range, in nats; 0 within it. Beyond the largest number m of the range it
     * is −log of an exponential tail, P(X > v) = p·exp(−(v − m)/σ): p is the mass of the outermost bin, and σ the mean
     * excess over the number that cuts off a twentieth of the mass (the maximum likelihood estimate). If these are all
     * the same number, the fraction is doubled until they differ. Below the smallest number it is the same.
     *
     * @param least the smallest number of the range
     * @param most the largest number of the range
     */
    double strangeness(double value, double least, double most) {
        if (Double.isInfinite(value)) {
            return ColumnCodec.ILLEGIBLE;
        }
        if (!(value < least || value > most)) {
            return 0;
        }
        boolean above = value > most;
        double distance = above ? value / 2 - most / 2 : least / 2 - value / 2; // half: the whole may be infinite
        int bins = left.length;
        double mass = above ? cumulative[bins] - cumulative[bins - 1] : cumulative[1] - cumulative[0];
        return Math.min(ColumnCodec.ILLEGIBLE / 2, -Math.log(mass) + distance / meanExcess(above) * 2);
    }

    /** The same for the range of the bins. */
    double strangeness(double value) {
        return strangeness(value, left[0], right[right.length - 1]);
    }

    /** −log of the mass of the last bin. */
    double rarity() {
        return -Math.log(cumulative[left.length] - cumulative[left.length - 1]);
    }

    /** The mean distance of the outermost numbers from the one that cuts them off. */
    private double meanExcess(boolean above) {
        double mean = 0;
        for (double share = TAIL; mean == 0 && share < 2; share *= 2) {
            double cut = Math.min(1, share);
            double edge = value(above ? 1 - cut : cut);
            for (int j = 0; j < TAIL_POINTS; j++) {
                double beyond = cut * (j + 0.5) / TAIL_POINTS;
                mean += Math.abs(value(above ? 1 - beyond : beyond) / TAIL_POINTS - edge / TAIL_POINTS);
            }
        }
        return mean;
    }

    /** Whether the value is in the range of F⁻¹. */
    boolean reaches(double value) {
        int bin = bin(value);
        return left[bin] <= value && value <= right[bin];
    }

    /**
     * Allows, in row 0 of {@code clamps}, only an interval of numbers, widened by half a unit; false if F⁻¹ has no
     * value in it.
     */
    boolean narrow(Clamps clamps, int number, double least, double most, double half) {
        double from = low(least - half);
        double to = high(most + half);
        clamps.narrow(0, number, from, to);
        return from < to || reaches(least) || reaches(most);
    }

    /** F⁻¹(u), for u in [0, 1]. */
    double value(double u) {
        int place = Arrays.binarySearch(cumulative, u);
        int bin = Math.min(left.length - 1, Math.max(0, place >= 0 ? place : -place - 2));
        double mass = cumulative[bin + 1] - cumulative[bin];
        double share = mass > 0 ? ((u - cumulative[bin]) / mass - EDGE) / (1 - 2 * EDGE) : 0;
        double inside = (1 - share) * left[bin] + share * right[bin]; // the difference of the ends may be infinite
        return share <= 0 ? left[bin] : share >= 1 ? right[bin] : Math.max(left[bin], Math.min(right[bin], inside));
    }
}
