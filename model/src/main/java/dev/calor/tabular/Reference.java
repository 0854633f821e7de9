package dev.calor.tabular;

import dev.calor.random.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The reference that scores are compared with: the energies of some training rows, and the mean surprise of each column
 * over them.
 *
 * @param energies in ascending order
 * @param highest the highest energy of all training rows, or of as many as time allows; null in the first files, where it is the
 *     highest of {@code energies}
 */
@SuppressWarnings("ArrayRecordComponent") // instances are never compared
record Reference(
        double[] energies, double[] surprises, @Nullable Double highest) {
    /** Stands in for the reference of a model in training, which can be sampled from but has no scores yet. */
    static final Reference NONE = new Reference(new double[] {0}, new double[0], null);

    private static final int MOST_ROWS = 2_000;
    private static final int FEWEST_ROWS = 16;

    /** Chosen for about ten seconds on two cores; not measured. */
    private static final double MOST_PRODUCTS = 1e11;

    Reference {
        boolean ascending = energies.length > 0;
        for (int i = 0; i < energies.length; i++) {
            ascending &= Double.isFinite(energies[i]) && (i == 0 || energies[i - 1] <= energies[i]);
        }
        if (!ascending || (highest != null && !(highest >= energies[energies.length - 1]))) {
            throw new IllegalArgumentException("the energies that scores are compared with are "
                    + (energies.length == 0 ? "none" : "not finite and in ascending order"));
        }
        if (!Arrays.stream(surprises).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("the surprises that scores are compared with are not all finite");
        }
    }

    /**
     * The reference from some rows: fewer for more columns and weights, because the surprise of a column takes an
     * evaluation per level.
     */
    static Reference of(RowScorer scorer, EncodedRows encoded, RandomStream random) {
        int rows = Math.min(MOST_ROWS, encoded.rows());
        int[] chosen = random.child("rows").ints(rows, 0, encoded.rows()).toArray();
        double[] energies = scorer.energies(encoded.rows(chosen), random.child("energies"), share -> {});
        Arrays.sort(energies);
        int many = (int) Math.min(encoded.rows(), MOST_PRODUCTS / scorer.productsOfEnergies());
        int[] first = IntStream.range(0, many).toArray();
        double highest = Math.max(
                energies[rows - 1],
                Arrays.stream(scorer.energies(encoded.rows(first), random.child("energies"), share -> {}))
                        .max()
                        .orElse(Double.NEGATIVE_INFINITY));
        int few = (int)
                Math.max(Math.min(FEWEST_ROWS, rows), Math.min(rows, MOST_PRODUCTS / scorer.productsOfSurprises()));
        double[][] found = scorer.surprises(encoded.rows(Arrays.copyOf(chosen, few)), share -> {});
        double[] means = new double[found[0].length];
        for (double[] row : found) {
            for (int k = 0; k < means.length; k++) {
                means[k] += row[k] / few;
            }
        }
        return new Reference(energies, means, highest);
    }

    /**
     * The scores of rows. A row with values outside those of the training table is at least as unlikely as the
     * unlikeliest training row, plus the strangeness of these values; they are listed before all others.
     *
     * @param found the energies of the rows, with such values moved into the learned range or filled in
     * @param columns the surprises of their values: [row][column]
     * @param strange their {@link ColumnCodec#strangeness}: [row][column]
     */
    List<RowScore> compare(double[] found, double[][] columns, double[][] strange, List<String> names) {
        List<RowScore> scores = new ArrayList<>();
        double most = highest == null ? energies[energies.length - 1] : highest;
        for (int row = 0; row < found.length; row++) {
            double[] outside = strange[row];
            double sum = Arrays.stream(outside).sum();
            double energy = sum > 0 ? Math.max(found[row], most) + sum : found[row];
            int place = Arrays.binarySearch(energies, energy);
            int below = place >= 0 ? place : -place - 1;
            double[] excess = new double[names.size()];
            for (int k = 0; k < excess.length; k++) {
                excess[k] = columns[row][k] - surprises[k];
            }
            List<RowScore.Surprise> parts = IntStream.range(0, names.size())
                    .boxed()
                    .sorted(Comparator.<Integer>comparingDouble(k -> -outside[k])
                            .thenComparingDouble(k -> -excess[k]))
                    .map(k -> new RowScore.Surprise(names.get(k), excess[k] + outside[k]))
                    .toList();
            scores.add(new RowScore(energy, below / (double) energies.length, parts));
        }
        return scores;
    }
}
