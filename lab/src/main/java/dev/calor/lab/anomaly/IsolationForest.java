package dev.calor.lab.anomaly;

import dev.calor.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An isolation forest (Liu, Ting, Zhou: "Isolation forest", 2008): trees that split 256 rows at random columns and numbers; rows that
 * are soon alone are anomalies. Numbers are unscaled, levels one-hot.
 */
final class IsolationForest {
    private static final int TREES = 100;
    private static final int SAMPLE = 256;
    private static final double EULER = 0.5772156649015329;

    private final List<Node> trees = new ArrayList<>();
    private final int sample;

    /** A split, or a leaf where {@code low} and {@code high} are null. */
    private record Node(
            int column,
            double split,
            @Nullable Node low,
            @Nullable Node high,
            int rows) {}

    /** A forest of rows [row][column], without NaN. */
    IsolationForest(double[][] rows, RandomStream random) {
        sample = Math.min(SAMPLE, rows.length);
        int deepest = (int) Math.ceil(Math.log(sample) / Math.log(2));
        for (int tree = 0; tree < TREES; tree++) {
            RandomStream own = random.child(tree);
            List<double[]> chosen = new ArrayList<>();
            for (int i = 0; i < sample; i++) {
                chosen.add(rows[own.nextInt(rows.length)]);
            }
            trees.add(grow(chosen, deepest, own));
        }
    }

    private static Node grow(List<double[]> rows, int deepest, RandomStream random) {
        List<Integer> varying = new ArrayList<>();
        for (int k = 0; deepest > 0 && rows.size() > 1 && k < rows.get(0).length; k++) {
            int column = k;
            double first = rows.get(0)[k];
            if (rows.stream().anyMatch(row -> row[column] != first)) {
                varying.add(k);
            }
        }
        if (varying.isEmpty()) {
            return new Node(0, 0, null, null, rows.size());
        }
        int column = varying.get(random.nextInt(varying.size()));
        double least = rows.stream().mapToDouble(row -> row[column]).min().orElseThrow();
        double most = rows.stream().mapToDouble(row -> row[column]).max().orElseThrow();
        double split = least + (most - least) * random.nextDouble();
        return new Node(
                column,
                split,
                grow(rows.stream().filter(row -> row[column] <= split).toList(), deepest - 1, random),
                grow(rows.stream().filter(row -> row[column] > split).toList(), deepest - 1, random),
                rows.size());
    }

    /** 2^(−E[depth] / c(n)), an anomaly near 1. */
    double score(double[] row) {
        double depth = 0;
        for (Node tree : trees) {
            Node node = tree;
            int steps = 0;
            while (node.low != null && node.high != null) {
                node = row[node.column] <= node.split ? node.low : node.high;
                steps++;
            }
            depth += (steps + expected(node.rows)) / trees.size();
        }
        return Math.pow(2, -depth / expected(sample));
    }

    /** c(n), the mean depth at which a search in a random tree of n rows ends. */
    private static double expected(int rows) {
        return rows <= 1 ? 0 : rows == 2 ? 1 : 2 * (Math.log(rows - 1.0) + EULER) - 2 * (rows - 1.0) / rows;
    }
}
