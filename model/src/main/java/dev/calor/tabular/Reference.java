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
    private static final int MOST_ROWS = 2_000;

    static Reference of(RowScorer scorer, EncodedRows encoded, RandomStream random) {
        int rows = Math.min(MOST_ROWS, encoded.rows());
        int[] chosen = random.child("rows").ints(rows, 0, encoded.rows()).toArray();
        RowScorer.Surprises found = scorer.surprises(encoded.rows(chosen), random.child("draws"), share -> {});
        double[] energies = found.energies().clone();
        Arrays.sort(energies);
        double[] means = new double[found.columns()[0].length];
        for (double[] row : found.columns()) {
            for (int k = 0; k < means.length; k++) {
                means[k] += row[k] / rows;
            }
        }
        return new Reference(energies, means);
    }

    List<RowScore> compare(RowScorer.Surprises found, List<String> names) {
        List<RowScore> scores = new ArrayList<>();
        for (int row = 0; row < found.energies().length; row++) {
            double energy = found.energies()[row];
            int place = Arrays.binarySearch(energies, energy);
            int below = place >= 0 ? place : -place - 1;
            List<RowScore.Surprise> parts = new ArrayList<>();
            for (int k = 0; k < names.size(); k++) {
                parts.add(new RowScore.Surprise(names.get(k), found.columns()[row][k] - surprises[k]));
            }
            parts.sort(Comparator.comparingDouble(RowScore.Surprise::excess).reversed());
            scores.add(new RowScore(energy, below / (double) energies.length, List.copyOf(parts)));
        }
        return scores;
    }
}
