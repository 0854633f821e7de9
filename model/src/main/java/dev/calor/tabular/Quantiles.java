package dev.calor.tabular;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The distribution function F of a column of numbers and its inverse, in at most a few thousand bins. A value that repeats is an atom, a
 * bin without width; rare values share a bin, over which F rises evenly.
 *
 * <p>A value stands for an interval of F: an atom for all its mass, (F(v−), F(v)], any other for a point. Uniform draws from these
 * intervals are uniform over [0, 1], whatever the ties: the randomised quantile transform, without which data lie on a grid that any
 * network recognises. The inverse returns atoms exactly.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Quantiles(double[] left, double[] right, double[] cumulative) {
    /** More distinct values than this share bins. */
    private static final int MOST_BINS = 2048;

    /** The share of a bin's mass that its first and its last number have: without it single precision takes them for an atom beside. */
    private static final double EDGE = 1.0 / 1024;

    /** The least share of the rows that makes an atom heavy. */
    static final double HEAVY = 0.03;

    /** What the difference of two shares may be off by. */
    private static final double ROUNDING = 1e-12;

    Quantiles {
        if (left.length == 0 || right.length != left.length || cumulative.length != left.length + 1) {
            throw new IllegalArgumentException("quantiles of " + left.length + ", " + right.length + " and "
                    + cumulative.length + " numbers: n, n and n + 1 are needed, n at least 1");
        }
    }

    /** Of the numbers of a column; those that are NaN are left out. At least one is not. */
    static Quantiles of(double[] numbers) {
        double[] sorted = Arrays.stream(numbers)
                .filter(x -> !Double.isNaN(x))
                .map(x -> x + 0.0)
                .sorted()
                .toArray(); // −0 is 0
        int n = sorted.length;
        double[] values = Arrays.stream(sorted).distinct().toArray();
        int[] counts = new int[values.length];
        for (int i = 0, v = 0; i < n; i++) {
            v = sorted[i] == values[v] ? v : v + 1;
            counts[v]++;
        }
        int atom = values.length <= MOST_BINS ? 2 : Math.max(2, n / MOST_BINS);
        int share = Math.max(1, n / MOST_BINS);
        double[] left = new double[values.length];
        double[] right = new double[values.length];
        double[] cumulative = new double[values.length + 1];
        int bins = 0;
        long mass = 0;
        for (int first = 0; first < values.length; ) {
            int last = first;
            long together = counts[first];
            boolean light = counts[first] < atom;
            while (light && last + 1 < values.length && counts[last + 1] < atom && together < share) {
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

    /** The middle, of numbers of any size. */
    private static double between(double a, double b) {
        return a / 2 + b / 2;
    }

    /** The interval of F a value stands for: its lower end. A value never seen stands for the point where it would be. */
    double low(double value) {
        int bin = bin(value);
        return right[bin] > left[bin] || value != left[bin] ? within(bin, value) : cumulative[bin];
    }

    /** The upper end. */
    double high(double value) {
        int bin = bin(value);
        return right[bin] > left[bin] || value != left[bin] ? within(bin, value) : cumulative[bin + 1];
    }

    /**
     * The values that at least {@value #HEAVY} of the rows have, in ascending order: a cap, the zeros of an amount. Rows without a value do
     * not count. Rare values that share a bin are none, whatever its mass.
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

    /** The last bin that begins at or before a value; the first for smaller ones. */
    private int bin(double value) {
        int place = Arrays.binarySearch(left, value + 0.0);
        return place >= 0 ? place : Math.max(0, -place - 2);
    }

    /** Whether F⁻¹ takes a value. */
    boolean reaches(double value) {
        int bin = bin(value);
        return left[bin] <= value && value <= right[bin];
    }

    /** Allows, in row 0 of {@code clamps}, only numbers from one to another, half a unit more; false where F⁻¹ takes none of them. */
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
