package dev.calor.metric;

import dev.calor.graph.SimpleGraph;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;

/**
 * Squared MMD between two sets of graphs by three statistics, as in GraphRNN's evaluation (You and others 2018), whose figures
 * [P tab:gg-quantitative] continues: the diagonal counts, so that sets of m and n graphs of one law have a positive value, about
 * (1/m + 1/n)(1 − mean k).
 *
 * <p>Degree: the share of nodes of each degree, k = exp(−EMD²/2). Clustering: the share of nodes whose clustering coefficient lies in
 * each of 100 bins of [0, 1], k = exp(−EMD²/2σ²), σ = 0.1, EMD in units of the coefficient. Orbits: the mean over nodes of
 * {@link OrbitCounts}, k = exp(−‖·‖²/2σ²), σ = 30.
 *
 * @param degree of the degrees
 * @param clustering of the clustering coefficients
 * @param orbit of the orbit counts
 */
public record GraphMmd(double degree, double clustering, double orbit) {
    private static final int BINS = 100;
    private static final double CLUSTERING_WIDTH = 0.1;
    private static final double ORBIT_WIDTH = 30;

    /** Between graphs of at least one node each. */
    public static GraphMmd between(List<SimpleGraph> some, List<SimpleGraph> others) {
        if (some.isEmpty() || others.isEmpty()) {
            throw new IllegalArgumentException(
                    some.size() + " and " + others.size() + " graphs cannot be compared: give at least 1 of each");
        }
        return new GraphMmd(
                squared(some, others, GraphMmd::degrees, (x, y) -> gaussian(earthMover(x, y), 1)),
                squared(
                        some,
                        others,
                        GraphMmd::clusteringCoefficients,
                        (x, y) -> gaussian(earthMover(x, y) / BINS, CLUSTERING_WIDTH)),
                squared(some, others, GraphMmd::orbits, (x, y) -> gaussian(distance(x, y), ORBIT_WIDTH)));
    }

    /** The mean of the three. */
    public double average() {
        return (degree + clustering + orbit) / 3;
    }

    private static double squared(
            List<SimpleGraph> some,
            List<SimpleGraph> others,
            Function<SimpleGraph, double[]> statistic,
            ToDoubleBiFunction<double[], double[]> kernel) {
        List<double[]> x = some.stream().map(statistic).toList();
        List<double[]> y = others.stream().map(statistic).toList();
        return mean(x, x, kernel) + mean(y, y, kernel) - 2 * mean(x, y, kernel);
    }

    private static double mean(List<double[]> x, List<double[]> y, ToDoubleBiFunction<double[], double[]> kernel) {
        double sum = 0;
        for (double[] one : x) {
            for (double[] other : y) {
                sum += kernel.applyAsDouble(one, other);
            }
        }
        return sum / ((double) x.size() * y.size());
    }

    /** The share of nodes of each degree, up to the most a graph can have. */
    private static double[] degrees(SimpleGraph graph) {
        double[] shares = new double[SimpleGraph.LARGEST];
        for (int u = 0; u < graph.nodes(); u++) {
            shares[graph.degree(u)] += 1.0 / graph.nodes();
        }
        return shares;
    }

    /** The share of nodes in each bin of the coefficient 2·triangles/degree(degree − 1), 0 for fewer than two neighbours. */
    private static double[] clusteringCoefficients(SimpleGraph graph) {
        double[] shares = new double[BINS];
        for (int u = 0; u < graph.nodes(); u++) {
            int pairs = SimpleGraph.pairs(graph.degree(u));
            int bin = pairs == 0 ? 0 : Math.min(BINS - 1, BINS * graph.triangles(u) / pairs);
            shares[bin] += 1.0 / graph.nodes();
        }
        return shares;
    }

    private static double[] orbits(SimpleGraph graph) {
        double[] means = new double[OrbitCounts.ORBITS];
        for (long[] node : OrbitCounts.of(graph)) {
            for (int orbit = 0; orbit < means.length; orbit++) {
                means[orbit] += (double) node[orbit] / graph.nodes();
            }
        }
        return means;
    }

    /** Between laws on 0, 1, 2, …: the sum of differences of their cumulative sums. */
    private static double earthMover(double[] x, double[] y) {
        double ahead = 0;
        double moved = 0;
        for (int i = 0; i < x.length; i++) {
            ahead += x[i] - y[i];
            moved += Math.abs(ahead);
        }
        return moved;
    }

    private static double distance(double[] x, double[] y) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += (x[i] - y[i]) * (x[i] - y[i]);
        }
        return Math.sqrt(sum);
    }

    private static double gaussian(double distance, double width) {
        return Math.exp(-distance * distance / (2 * width * width));
    }
}
