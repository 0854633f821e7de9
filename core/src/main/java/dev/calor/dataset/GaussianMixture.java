package dev.calor.dataset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * log Σ_i w_i N((x, y); c_i, σ²I). Centres are stored in groups of neighbours, and a group too far away to contribute
 * is skipped as a whole: a mixture of 25,000 centres costs as much as the thousand near the point.
 */
final class GaussianMixture {
    /**
     * Groups are skipped whose nearest centre contributes less than e^−60 times what the nearest centre of all does.
     */
    private static final double NEGLIGIBLE = 60;

    /** Length of an integration panel, in standard deviations. */
    private static final double PANEL = 1.5;

    /**
     * Steps in which a curve's length is measured: panels then end within 1 % of their length from where they should.
     */
    private static final int STEPS = 10_000;

    private final Group[] groups;
    private final double deviation;

    private GaussianMixture(Group[] groups, double deviation) {
        this.groups = groups;
        this.deviation = deviation;
    }

    double logDensity(double x, double y) {
        double nearest = Double.POSITIVE_INFINITY;
        for (Group group : groups) {
            nearest = Math.min(nearest, group.distance(x, y) + group.radius);
        }
        double variance = deviation * deviation;
        double reach = Math.sqrt(nearest * nearest + 2 * NEGLIGIBLE * variance);
        LogSum sum = new LogSum();
        for (Group group : groups) {
            if (group.distance(x, y) - group.radius <= reach) {
                group.addTo(sum, x, y, 2 * variance);
            }
        }
        return sum.value() - Math.log(2 * Math.PI * variance);
    }

    /**
     * The distribution of a point on one of these curves, all equally likely, plus N(0, deviation² I): the integral
     * over the curve's parameter, and over the square of its jitter, by Gauss–Legendre quadrature.
     *
     * <p>There are five nodes per panel, and panels are at most 1.5 standard deviations long: the relative error of the
     * density is 1e-6 where points occur; farther out, the order of magnitude is right.
     */
    static GaussianMixture along(List<Curve> curves, double deviation) {
        List<Group> groups = new ArrayList<>();
        for (Curve curve : curves) {
            double begin = 0;
            double length = 0;
            for (int i = 1; i <= STEPS; i++) {
                double end = (double) i / STEPS;
                double before = (i - 1.0) / STEPS;
                double dx = curve.x().applyAsDouble(end) - curve.x().applyAsDouble(before);
                double dy = curve.y().applyAsDouble(end) - curve.y().applyAsDouble(before);
                length += Math.sqrt(dx * dx + dy * dy);
                if (length > PANEL * deviation || i == STEPS) {
                    groups.add(panel(curve, begin, end, 1.0 / curves.size()));
                    begin = end;
                    length = 0;
                }
            }
        }
        return new GaussianMixture(groups.toArray(Group[]::new), deviation);
    }

    private static Group panel(Curve curve, double begin, double end, double share) {
        int jitters = curve.jitter() == 0 ? 1 : Gauss.NODES;
        Group group = new Group(Gauss.NODES * jitters * jitters);
        for (int i = 0; i < Gauss.NODES; i++) {
            double v = begin + (end - begin) * Gauss.node(i);
            double weight = share * Gauss.weight(i) * (end - begin) * curve.parameterDensity(v);
            double x = curve.x().applyAsDouble(v);
            double y = curve.y().applyAsDouble(v);
            if (jitters == 1) {
                group.add(x, y, weight);
                continue;
            }
            for (int a = 0; a < jitters; a++) {
                for (int b = 0; b < jitters; b++) {
                    group.add(
                            x + curve.jitter() * Gauss.node(a),
                            y + curve.jitter() * Gauss.node(b),
                            weight * Gauss.weight(a) * Gauss.weight(b));
                }
            }
        }
        group.close();
        return group;
    }

    /** Neighbouring centres, and a disc that contains them. */
    private static final class Group {
        private final double[] x;
        private final double[] y;
        private final double[] logWeight;
        private int size;
        private double centreX;
        private double centreY;
        private double radius;

        Group(int capacity) {
            x = new double[capacity];
            y = new double[capacity];
            logWeight = new double[capacity];
        }

        void add(double atX, double atY, double weight) {
            x[size] = atX;
            y[size] = atY;
            logWeight[size++] = Math.log(weight);
        }

        void close() {
            centreX = Arrays.stream(x).average().orElseThrow();
            centreY = Arrays.stream(y).average().orElseThrow();
            for (int i = 0; i < size; i++) {
                radius = Math.max(radius, distance(x[i], y[i]));
            }
        }

        double distance(double fromX, double fromY) {
            double dx = fromX - centreX;
            double dy = fromY - centreY;
            return Math.sqrt(dx * dx + dy * dy);
        }

        void addTo(LogSum sum, double atX, double atY, double twiceVariance) {
            for (int i = 0; i < size; i++) {
                double dx = atX - x[i];
                double dy = atY - y[i];
                sum.add(logWeight[i] - (dx * dx + dy * dy) / twiceVariance);
            }
        }
    }
}
