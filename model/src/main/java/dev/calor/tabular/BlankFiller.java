package dev.calor.tabular;

import dev.calor.energy.TrainableEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.rows.OneHot;
import dev.calor.table.Table;
import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Tensor;
import java.util.Arrays;

/**
 * Fills in missing values of encoded rows in columns that had none in training, so that the rest of the row can be
 * scored. Candidates x are drawn from the marginals q of the columns, the same for all rows, and each row gets the one
 * with the largest exp(−U(x)) / q(x). Unlike a Markov chain this gives the same result whatever the other rows are.
 */
record BlankFiller(TableEncoder encoder, TrainableEnergy energy, Marginals marginals) {
    private static final int CANDIDATES = 64;

    /** The number of rows processed at once: 4,096 evaluations. */
    private static final int PIECE = 64;

    /** Keeps z finite. */
    private static final double EDGE = 1e-7;

    /**
     * Fills some rows in place.
     *
     * @param blank the rows, each with a missing value in a column that has none in the training table
     */
    void fill(Table table, int[] blank, EncodedRows encoded, RandomStream random) {
        double[][] points = LatinHypercube.points(CANDIDATES, encoder.finite() + encoder.numbers(), random);
        double[] probabilities = marginals.probabilities();
        FoldedWork.map(energy, (blank.length + PIECE - 1) / PIECE, (folded, piece) -> {
            int[] rows = Arrays.copyOfRange(blank, piece * PIECE, Math.min(blank.length, (piece + 1) * PIECE));
            Candidates candidates = new Candidates(rows.length * CANDIDATES, probabilities);
            for (int row = 0; row < rows.length; row++) {
                for (int c = 0; c < CANDIDATES; c++) {
                    candidates.set(row * CANDIDATES + c, table, rows[row], encoded, points[c]);
                }
            }
            try (NoGradient guard = NoGradient.open()) {
                Batch batch = candidates.batch();
                double[] weights = folded.energy(batch)
                        .negate()
                        .plus(RowScorer.gaussian(batch))
                        .toDoubles();
                for (int row = 0; row < rows.length; row++) {
                    candidates.keep(candidates.likeliest(row * CANDIDATES, weights), rows[row], encoded);
                }
            }
            return piece;
        });
    }

    /** The candidates of several rows, one row after the other. */
    private final class Candidates {
        private final double[] probabilities; // of every slot
        private final long[] states;
        private final double[] uniform;
        private final double[] logMarginals; // Σ log q over the filled values of a candidate

        Candidates(int count, double[] probabilities) {
            this.probabilities = probabilities;
            states = new long[count * encoder.finite()];
            uniform = new double[count * encoder.numbers()];
            logMarginals = new double[count];
        }

        void set(int at, Table table, int row, EncodedRows encoded, double[] point) {
            for (int k = 0; k < encoder.codecs().size(); k++) {
                ColumnCodec codec = encoder.codecs().get(k);
                ColumnCodec.Place place = encoder.place(k);
                boolean blank = !codec.knowsMissing() && table.columns().get(k).isMissing(row);
                for (int f = place.finite(); f < place.finite() + codec.finite().size(); f++) {
                    states[at * encoder.finite() + f] =
                            blank ? drawn(at, f, codec.states(f - place.finite()), point[f]) : encoded.states()[f][row];
                }
                for (int i = place.number(); i < place.number() + codec.numbers(); i++) {
                    uniform[at * encoder.numbers() + i] = blank
                            ? point[encoder.finite() + i]
                            : (encoded.low()[i][row] + (double) encoded.high()[i][row]) / 2;
                }
            }
        }

        /** The state at a point of the marginal distribution function, among the first {@code allowed} states. */
        private int drawn(int at, int column, int allowed, double point) {
            OneHot layout = energy.layout();
            int first = layout.offset(column);
            double rest =
                    point * Arrays.stream(probabilities, first, first + allowed).sum();
            int slot = first;
            while (slot < first + allowed - 1 && rest >= probabilities[slot]) {
                rest -= probabilities[slot++];
            }
            logMarginals[at] += Math.log(probabilities[slot]);
            return slot - first;
        }

        Batch batch() {
            Device device = energy.device();
            int rows = logMarginals.length;
            return new Batch(
                    Tensor.whole(device, states, rows, encoder.finite()),
                    Tensor.real(device, uniform, rows, encoder.numbers())
                            .clampBelow(EDGE)
                            .clampAbove(1 - EDGE)
                            .normalQuantile(),
                    null);
        }

        int likeliest(int first, double[] weights) {
            int best = first;
            for (int at = first; at < first + CANDIDATES; at++) {
                if (weights[at] - logMarginals[at] > weights[best] - logMarginals[best]) {
                    best = at;
                }
            }
            return best;
        }

        /** Writes a candidate into a row; known values do not change. */
        void keep(int at, int row, EncodedRows encoded) {
            for (int f = 0; f < encoder.finite(); f++) {
                encoded.states()[f][row] = (int) states[at * encoder.finite() + f];
            }
            for (int i = 0; i < encoder.numbers(); i++) {
                if (encoded.low()[i][row] == 0 && encoded.high()[i][row] == 1) { // a missing value
                    double u = uniform[at * encoder.numbers() + i];
                    encoded.number(i, row, u, u);
                }
            }
        }
    }
}
