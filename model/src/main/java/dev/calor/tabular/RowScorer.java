package dev.calor.tabular;

import dev.calor.energy.Energy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.objective.ConditionalLikelihood;
import dev.calor.perturb.DataNoise;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.space.FiniteSpace;
import dev.calor.table.Table;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.DoubleConsumer;

/**
 * Energies of rows and conditional laws of their columns, at level zero.
 *
 * <p>A number stands for an interval of its distribution function. Its mass there is ∫ exp(−U) dz = E_u[exp(−U(z) + z²/2)] up to a
 * constant, z = Φ⁻¹(u), estimated from a few u in the interval; the same u serve all levels of a column that is compared.
 */
record RowScorer(TableEncoder encoder, TrainableEnergy energy) {
    private static final int PIECE = 512;
    private static final int DRAWS = 8;

    /** Points of a distribution function at which the law of a number is compared. */
    private static final int GRID = 32;

    /** What is done with some of the rows. */
    private interface Work {
        void on(Energy folded, TableRows rows, int first, int count, Noise noise);
    }

    /** Works on rows in pieces, each with one thread and a stream of its own: what is found depends on the seed alone. */
    private void inPieces(EncodedRows encoded, RandomStream random, DoubleConsumer progress, Work work) {
        AtomicInteger done = new AtomicInteger();
        try (TableRows rows = new TableRows(encoded, energy.device(), DataNoise.NONE)) {
            FoldedWork.map(energy, (encoded.rows() + PIECE - 1) / PIECE, (folded, piece) -> {
                int first = piece * PIECE;
                int count = Math.min(PIECE, encoded.rows() - first);
                try (NoGradient guard = NoGradient.open()) {
                    work.on(folded, rows, first, count, Noise.of(random.child(first), energy.device()));
                }
                progress.accept(done.addAndGet(count) / (double) encoded.rows());
                return piece;
            });
        }
    }

    /** p(level | rest) ∝ ∫ exp(−U) dz of column k of the table: [row][level]. */
    double[][] levelProbabilities(Table table, int k, RandomStream random, DoubleConsumer progress) {
        return levelProbabilities(table, k, random, progress, (energies, drawn) -> energies.negate()
                .plus(gaussian(drawn).unsqueeze(1)));
    }

    /** The same of an energy that was learned up to a function of the rest: the mean of p(level | rest) over the numbers' intervals. */
    double[][] classProbabilities(Table table, int k, RandomStream random) {
        return levelProbabilities(table, k, random, share -> {}, (energies, drawn) -> energies.negate()
                .logSoftmax(1));
    }

    private double[][] levelProbabilities(
            Table table,
            int k,
            RandomStream random,
            DoubleConsumer progress,
            BiFunction<Tensor, Batch, Tensor> logWeights) {
        LevelCodec levels = (LevelCodec) encoder.codecs().get(k);
        int place = encoder.place(k).finite();
        double[][] probabilities = new double[table.rows()][];
        inPieces(encoder.encode(table), random, progress, (folded, rows, first, count, noise) -> {
            Batch drawn = rows.rows(range(first, count), noise, DRAWS);
            int states = folded.layout().size(place);
            Tensor weights = logWeights.apply(
                    ConditionalLikelihood.energies(folded, drawn, place), drawn); // [count·DRAWS, states]
            double[] logs = weights.reshape(count, DRAWS, states).logSumExp(1).toDoubles();
            for (int row = 0; row < count; row++) {
                probabilities[first + row] =
                        levels.probabilities(Arrays.copyOfRange(logs, row * states, (row + 1) * states));
            }
        });
        return probabilities;
    }

    private Tensor range(int first, int count) {
        return Tensor.range(energy.device(), count).plus((long) first);
    }

    /** Σ z²/2 over the numbers of a row. */
    private static Tensor gaussian(Batch rows) {
        return rows.numbers().square().sum(1).times(0.5);
    }

    /** U of rows, their numbers averaged over the intervals they stand for. */
    double[] energies(EncodedRows encoded, RandomStream random, DoubleConsumer progress) {
        double[] energies = new double[encoded.rows()];
        inPieces(encoded, random, progress, (folded, rows, first, count, noise) -> {
            Batch drawn = rows.rows(range(first, count), noise, DRAWS);
            double[] found = folded.energy(drawn)
                    .negate()
                    .plus(gaussian(drawn))
                    .reshape(count, DRAWS)
                    .logSumExp(1)
                    .plus(-Math.log(DRAWS))
                    .negate()
                    .toDoubles();
            System.arraycopy(found, 0, energies, first, count);
        });
        return energies;
    }

    /** How surprising each value is given the rest of its row: [row][column of the table], −log p(value | rest). */
    double[][] surprises(EncodedRows encoded, RandomStream random, DoubleConsumer progress) {
        double[][] columns = new double[encoded.rows()][encoder.codecs().size()];
        inPieces(encoded, random, progress, (folded, rows, first, count, noise) -> {
            Batch once = rows.rows(range(first, count), noise);
            for (int k = 0; k < encoder.codecs().size(); k++) {
                double[] surprise = surprise(folded, once, k);
                for (int row = 0; row < count; row++) {
                    columns[first + row][k] = surprise[row];
                }
            }
        });
        return columns;
    }

    /** About how many products {@link #surprises} takes a row: an evaluation a level, and a few a number. */
    double productsOfSurprises() {
        OneHot layout = energy.layout();
        double evaluations = layout.slots() + (double) encoder.numbers() * (GRID + 1);
        double inputs = layout.slots() + (double) encoder.numbers();
        double weights = energy.parameters().stream()
                .mapToDouble(parameter ->
                        Arrays.stream(parameter.shape()).asDoubleStream().reduce(1, (a, b) -> a * b))
                .sum();
        return evaluations * (weights + inputs);
    }

    /** −log p(values of column k of the table | rest), added up over the columns it is encoded in. */
    private double[] surprise(Energy folded, Batch rows, int k) {
        ColumnCodec codec = encoder.codecs().get(k);
        ColumnCodec.Place place = encoder.place(k);
        Tensor sum = Tensor.zeros(energy.device(), rows.rows());
        int finite = place.finite();
        for (FiniteSpace ignored : codec.finite()) {
            try (Scope scope = Scope.open()) {
                Tensor log = ConditionalLikelihood.energies(folded, rows, finite)
                        .negate()
                        .logSoftmax(1);
                sum.add(-1, log.gather(1, rows.states().narrow(1, finite, 1)).select(1, 0));
            }
            finite++;
        }
        for (int i = place.number(); i < place.number() + codec.numbers(); i++) {
            try (Scope scope = Scope.open()) {
                sum.add(-1, logDensity(folded, rows, i));
            }
        }
        return sum.toDoubles();
    }

    /** The log-density of number i given the rest, against its own distribution over the table. */
    private static Tensor logDensity(Energy folded, Batch rows, int i) {
        double[] points = new double[GRID];
        Arrays.setAll(points, j -> (j + 0.5) / GRID);
        Tensor grid = Tensor.real(folded.device(), points, GRID).normalQuantile();
        Batch repeated = rows.repeatRows(GRID);
        Tensor column = grid.reshape(1, GRID).expand(rows.rows(), GRID).reshape(-1, 1);
        Tensor index = Tensor.fullWhole(folded.device(), i, repeated.rows(), 1);
        Tensor all = folded.energy(repeated.withNumbers(repeated.numbers().scatter(1, index, column)))
                .negate()
                .plus(column.square().times(0.5).select(1, 0))
                .reshape(rows.rows(), GRID);
        Tensor mean = all.logSumExp(1).plus(-Math.log(GRID));
        Tensor own = folded.energy(rows)
                .negate()
                .plus(rows.numbers().select(1, i).square().times(0.5));
        return own.minus(mean);
    }
}
