package dev.calor.metric;

import dev.calor.metric.RowDistance.Coordinate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A k-d tree of rows: finds the nearest rows without comparing all of them. A node splits its rows at a value of the
 * column in which they lie furthest apart; a search goes down the side the row is on, and then down the other unless
 * the gap between them, summed over the columns split so far, is already wider than what was found. Exact.
 */
final class RowTree {
    private static final int LEAF = 16;
    private static final int SAMPLE = 64;
    /** Bounds are summed in another order than distances, so that rounding may make equal ones differ slightly. */
    private static final double SLACK = 1 + 1e-12;

    private final int columns;
    private final double[] caps;
    private final double[] weights;
    private final boolean squared;
    /** Row after row, in the order of the leaves. */
    private final double[] points;
    /** Which row of the table each of them is. */
    private final int[] order;

    private final List<Node> nodes = new ArrayList<>();

    /**
     * The rows from {@code start} to before {@code end}: a leaf where {@code column} is −1; otherwise those of
     * {@code lower}, up to {@code lowerMost}, and those of {@code upper}, from {@code upperLeast}, NaN where that is
     * the side of missing values.
     */
    private record Node(int start, int end, int column, int lower, int upper, double lowerMost, double upperLeast) {}

    RowTree(RowDistance rows) {
        List<Coordinate> coordinates = rows.coordinates();
        columns = coordinates.size();
        caps = coordinates.stream().mapToDouble(Coordinate::cap).toArray();
        weights = coordinates.stream().mapToDouble(Coordinate::weight).toArray();
        squared = rows.squared();
        order = new int[rows.rows()];
        Arrays.setAll(order, row -> row);
        split(coordinates, order, new int[order.length], 0, order.length);
        points = new double[Math.multiplyExact(order.length, columns)];
        for (int i = 0; i < order.length; i++) {
            for (int k = 0; k < columns; k++) {
                points[i * columns + k] = coordinates.get(k).values()[order[i]];
            }
        }
    }

    /** Adds the node of these rows, and all below it; returns its place. */
    private int split(List<Coordinate> coordinates, int[] order, int[] spare, int start, int end) {
        int place = nodes.size();
        nodes.add(new Node(start, end, -1, 0, 0, 0, 0));
        int column = end - start > LEAF ? widest(coordinates, order, start, end) : -1;
        if (column >= 0) {
            double[] values = coordinates.get(column).values();
            double cut = cut(values, order, start, end);
            int middle = partition(values, cut, order, spare, start, end);
            double lowerMost = Double.NEGATIVE_INFINITY;
            for (int i = start; i < middle; i++) {
                lowerMost = Math.max(lowerMost, values[order[i]]);
            }
            double upperLeast = Double.POSITIVE_INFINITY;
            for (int i = middle; i < end; i++) {
                upperLeast = Math.min(upperLeast, values[order[i]]);
            }
            int lower = split(coordinates, order, spare, start, middle);
            int upper = split(coordinates, order, spare, middle, end);
            nodes.set(place, new Node(start, end, column, lower, upper, lowerMost, upperLeast));
        }
        return place;
    }

    /** The column in which a few sampled rows are furthest apart; −1 if they are all equal. */
    private int widest(List<Coordinate> coordinates, int[] order, int start, int end) {
        int step = Math.max(1, (end - start) / SAMPLE);
        int widest = -1;
        double most = 0;
        for (int k = 0; k < columns; k++) {
            double[] values = coordinates.get(k).values();
            double sum = 0;
            for (int i = start + step; i < end; i += step) {
                sum += distance(k, values[order[i - step]], values[order[i]]);
            }
            if (sum > most) {
                most = sum;
                widest = k;
            }
        }
        return widest;
    }

    /**
     * A value with rows at or below it and rows above it; NaN where rows with a missing value are to be parted from the
     * others.
     */
    private static double cut(double[] values, int[] order, int start, int end) {
        int step = Math.max(1, (end - start) / SAMPLE);
        double[] sample = new double[(end - start + step - 1) / step];
        for (int i = 0; i < sample.length; i++) {
            sample[i] = values[order[start + i * step]];
        }
        for (int i = start; i < end; i++) {
            if (Double.isNaN(values[order[i]])) {
                return Double.NaN;
            }
        }
        Arrays.sort(sample);
        int middle = sample.length / 2;
        while (sample[middle] == sample[sample.length - 1]) {
            middle--; // ends before the first, since the sample varies
        }
        return sample[middle];
    }

    /** Moves the rows up to the cut to the front, keeping their order; returns where the others start. */
    private static int partition(double[] values, double cut, int[] order, int[] spare, int start, int end) {
        int lower = start;
        int upper = 0;
        for (int i = start; i < end; i++) {
            double value = values[order[i]];
            if (Double.isNaN(cut) ? !Double.isNaN(value) : value <= cut) {
                order[lower++] = order[i];
            } else {
                spare[upper++] = order[i];
            }
        }
        System.arraycopy(spare, 0, order, lower, upper);
        return lower;
    }

    private double distance(int column, double x, double y) {
        double apart = Math.abs(x - y);
        if (apart >= 0) {
            double counted = apart < caps[column] ? apart : caps[column];
            return weights[column] * (squared ? counted * counted : counted);
        }
        return Double.isNaN(x) && Double.isNaN(y) ? 0 : 1;
    }

    /** A search for the two nearest rows of one row; for one thread. */
    final class Search {
        private final double[] row = new double[columns];
        private final double[] gaps = new double[columns];
        private double first;
        private double second;
        private int nearest;

        /** Searches for a row of another table. */
        void run(RowDistance rows, int index) {
            for (int k = 0; k < columns; k++) {
                row[k] = rows.coordinates().get(k).values()[index];
            }
            Arrays.fill(gaps, 0);
            first = Double.POSITIVE_INFINITY;
            second = Double.POSITIVE_INFINITY;
            nearest = Integer.MAX_VALUE;
            visit(nodes.get(0), 0);
        }

        double first() {
            return first;
        }

        double second() {
            return second;
        }

        /** The nearest row; the first of the table if several are equally near. */
        int nearest() {
            return nearest;
        }

        private void visit(Node node, double bound) {
            if (node.column < 0) {
                scan(node);
                return;
            }
            double x = row[node.column];
            Node lower = nodes.get(node.lower);
            Node upper = nodes.get(node.upper);
            boolean partsMissing = Double.isNaN(node.upperLeast);
            if (Double.isNaN(x) && !partsMissing) { // as far from one side as from the other
                visit(lower, bound);
                visit(upper, bound);
                return;
            }
            boolean isLower = partsMissing ? !Double.isNaN(x) : x <= node.lowerMost;
            visit(isLower ? lower : upper, bound);
            double before = gaps[node.column];
            double gap = Math.max(before, distance(node.column, x, isLower ? node.upperLeast : node.lowerMost));
            double further = bound - before + gap;
            if (further <= second * SLACK) {
                gaps[node.column] = gap;
                visit(isLower ? upper : lower, further);
                gaps[node.column] = before;
            }
        }

        private void scan(Node leaf) {
            for (int i = leaf.start; i < leaf.end; i++) {
                double sum = 0;
                for (int k = 0; k < columns && sum <= second; k++) {
                    sum += distance(k, row[k], points[i * columns + k]);
                }
                if (sum <= second) {
                    nearest = sum < first ? order[i] : sum == first ? Math.min(nearest, order[i]) : nearest;
                    second = Math.max(first, sum);
                    first = Math.min(first, sum);
                }
            }
        }
    }
}
