package dev.calor.tabular;

import dev.calor.random.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What scores are compared with: the energies of some training rows, and the mean surprise of each column over them.
 *
 * @param energies in ascending order
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Reference(double[] energies, double[] surprises) {
    /** Of a model that is still learning. */
    static final Reference NONE = new Reference(new double[0], new double[0]);

    private static final int MOST_ROWS = 2_000;
    private static final int FEWEST_ROWS = 16;

    /** Meant for some ten seconds on two cores; not measured. */
    private static final double MOST_PRODUCTS = 1e11;

    /** Of some rows: the fewer the more columns and weights there are, since what a column gives away costs an evaluation a level. */
    static Reference of(RowScorer scorer, EncodedRows encoded, RandomStream random) {
        int rows = Math.min(MOST_ROWS, encoded.rows());
        int[] chosen = random.child("rows").ints(rows, 0, encoded.rows()).toArray();
        double[] energies = scorer.energies(encoded.rows(chosen), random.child("energies"), share -> {});
        Arrays.sort(energies);
        int few = (int)
                Math.max(Math.min(FEWEST_ROWS, rows), Math.min(rows, MOST_PRODUCTS / scorer.productsOfSurprises()));
        double[][] found =
                scorer.surprises(encoded.rows(Arrays.copyOf(chosen, few)), random.child("draws"), share -> {});
        double[] means = new double[found[0].length];
        for (double[] row : found) {
            for (int k = 0; k < means.length; k++) {
                means[k] += row[k] / few;
            }
        }
        return new Reference(energies, means);
    }

    List<RowScore> compare(double[] found, double[][] columns, List<String> names) {
        List<RowScore> scores = new ArrayList<>();
        for (int row = 0; row < found.length; row++) {
            double energy = found[row];
            int place = Arrays.binarySearch(energies, energy);
            int below = place >= 0 ? place : -place - 1;
            List<RowScore.Surprise> parts = new ArrayList<>();
            for (int k = 0; k < names.size(); k++) {
                parts.add(new RowScore.Surprise(names.get(k), columns[row][k] - surprises[k]));
            }
            parts.sort(Comparator.comparingDouble(RowScore.Surprise::excess).reversed());
            scores.add(new RowScore(energy, below / (double) energies.length, List.copyOf(parts)));
        }
        return scores;
    }
}
