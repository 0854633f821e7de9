package dev.calor.lab.ising;

import dev.calor.dataset.IsingLattice;
import dev.calor.energy.QuadraticEnergy;
import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Cells;
import dev.calor.objective.Objective;
import dev.calor.objective.PersistentDivergence;
import dev.calor.objective.Sparse;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Scope;
import dev.calor.train.DataSource;
import dev.calor.train.LearningRate;
import dev.calor.train.Provenance;
import dev.calor.train.Trainer;
import dev.calor.train.TrainingPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Learns the couplings of an Ising lattice from samples [P appendix-sec-training-ising-models], from J = 0, with a penalty that asks
 * for few couplings. The score is −log RMSE(J), by the natural logarithm, over all entries of J.
 *
 * <p>Deviations. The paper reports the best L1 coefficient, known by the true J; here a fourth of the samples is held out, and the
 * coefficient with the best pseudo-likelihood of these is used to fit all samples again, so that the true J is not seen. L1 shrinks
 * the couplings it keeps by twice their standard error; a {@link Sparse#knee knee} of a few standard errors, 1/√(4·samples), spares
 * those. Samples are exact and independent unless sweeps are given: Gibbs chains hardly mix where the lattice is ordered. The learning
 * rate is larger than the paper's 1e-4 and falls along a cosine, which takes fewer steps.
 *
 * @param size D, the side of the lattice
 * @param sigma the coupling of neighbours
 * @param samples of the lattice
 * @param sweeps of Gibbs sampling for each sample; 0 for exact samples
 * @param steps of every fit
 * @param rate the learning rate at the start; it falls along a cosine
 * @param negatives M
 * @param epsilon the probability of a flip in ED-Bern
 * @param l1 coefficients of the penalty to choose from, largest first
 * @param knee where the penalty fades; infinite for L1
 */
record IsingExperiment(
        int size,
        double sigma,
        IsingMethod method,
        int samples,
        int sweeps,
        long steps,
        int batch,
        double rate,
        int negatives,
        double epsilon,
        List<Double> l1,
        double knee,
        long seed) {
    /** One of so many samples is held out to choose the coefficient. */
    private static final int HELD_OUT = 4;

    IsingExperiment {
        check(size >= 2, "size", size, "at least 2");
        check(samples >= 2 * HELD_OUT, "samples", samples, "at least " + 2 * HELD_OUT);
        check(sweeps >= 0, "sweeps", sweeps, "from 0 up, 0 for exact samples");
        if (sweeps == 0 && size > IsingLattice.LARGEST_EXACT) {
            throw new IllegalArgumentException("Ising lattice: exact samples of size " + size + ", allowed are at most "
                    + IsingLattice.LARGEST_EXACT + "; give --sweeps for samples by Gibbs sampling");
        }
        if (l1.isEmpty() || l1.stream().anyMatch(c -> !(c >= 0 && c < Double.POSITIVE_INFINITY))) {
            throw new IllegalArgumentException(
                    "Ising lattice: L1 coefficients " + l1 + ", allowed are one or more finite numbers from 0 up");
        }
        l1 = l1.stream().sorted(Comparator.reverseOrder()).toList();
    }

    private static void check(boolean allowed, String name, int value, String range) {
        if (!allowed) {
            throw new IllegalArgumentException("Ising lattice: " + name + " is " + value + ", allowed is " + range);
        }
    }

    /** A coefficient, and −log pseudo-likelihood of the held-out samples, per spin. */
    record Candidate(double l1, double heldOut) {}

    /**
     * What was learned.
     *
     * @param coupling the learned J, by rows
     * @param l1 the coefficient of the penalty
     * @param candidates it was chosen from
     * @param score −log rmse
     * @param seconds of fitting, the choice included, drawing the samples not
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Result(
            double[][] coupling, double l1, List<Candidate> candidates, double rmse, double score, double seconds) {
        /** The same as a cell keeps it. */
        Figures figures() {
            return new Figures(l1, candidates, rmse, score);
        }
    }

    /** What was learned, without the couplings. */
    record Figures(double l1, List<Candidate> candidates, double rmse, double score) {}

    /** The runs of a folder. */
    static Cells<IsingExperiment, Figures> store(Path folder) {
        return new Cells<>(folder, IsingExperiment.class, Figures.class);
    }

    /** For example 10-0.2-ed-grid. */
    String name() {
        return size + "-" + sigma + "-" + method;
    }

    /** This run, finished. */
    Cell<IsingExperiment, Figures> cell(Result result, Device device) {
        String data = "generated: " + samples + " samples of the lattice, seed " + seed;
        return new Cell<>(this, result.figures(), result.seconds(), Provenance.now(device, data));
    }

    IsingLattice lattice() {
        return new IsingLattice(size, sigma);
    }

    Result run(Device device) throws IOException {
        RandomStream random = RandomStream.of(seed);
        int[][] spins = sweeps == 0
                ? lattice().draw(samples, random.child("samples"))
                : lattice().gibbs(samples, sweeps, random.child("samples"));
        int[][] states = Arrays.stream(spins)
                .map(row -> Arrays.stream(row).map(spin -> (spin + 1) / 2).toArray())
                .toArray(int[][]::new);
        long start = System.nanoTime();
        List<Candidate> candidates = l1.size() > 1 ? candidates(states, device) : List.of();
        double chosen = candidates.stream()
                .min(Comparator.comparingDouble(Candidate::heldOut))
                .map(Candidate::l1)
                .orElse(l1.get(0));
        try (QuadraticEnergy energy = blank(device)) {
            fit(energy, states, chosen);
            double[][] learned = coupling(energy);
            double seconds = (System.nanoTime() - start) / 1e9;
            double rmse = rmse(learned, lattice().coupling());
            return new Result(learned, chosen, candidates, rmse, -Math.log(rmse), seconds);
        }
    }

    /** Down from the largest coefficient, each fit beginning where the last ended, as long as the held-out samples gain. */
    private List<Candidate> candidates(int[][] states, Device device) throws IOException {
        int train = states.length - states.length / HELD_OUT;
        int[][] seen = Arrays.copyOf(states, train);
        int[][] heldOut = Arrays.copyOfRange(states, train, states.length);
        List<Candidate> candidates = new ArrayList<>();
        double best = Double.POSITIVE_INFINITY;
        try (QuadraticEnergy energy = blank(device)) {
            for (double coefficient : l1) {
                fit(energy, seen, coefficient);
                double loss = pseudoLikelihood(coupling(energy), heldOut);
                candidates.add(new Candidate(coefficient, loss));
                if (loss > best) {
                    break;
                }
                best = loss;
            }
        }
        return candidates;
    }

    private QuadraticEnergy blank(Device device) {
        return new QuadraticEnergy(device, new double[size * size][size * size]);
    }

    private void fit(QuadraticEnergy energy, int[][] states, double coefficient) throws IOException {
        TrainingPlan plan = new TrainingPlan(
                steps,
                batch,
                LearningRate.cosine(rate),
                Double.POSITIVE_INFINITY,
                0,
                0,
                (int) Math.min(steps, 1000),
                0);
        Objective objective = method.objective(
                energy, negatives, epsilon, RandomStream.of(seed).child("chains"));
        try {
            Samples source = new Samples(states, states.length + " rows of " + this);
            new Trainer(plan, toString(), seed, null)
                    .train(energy, new Sparse(objective, coefficient, knee), source, event -> {});
        } finally {
            if (objective instanceof PersistentDivergence chains) {
                chains.close();
            }
        }
    }

    private double[][] coupling(QuadraticEnergy energy) {
        int spins = size * size;
        try (Scope scope = Scope.open();
                NoGradient guard = NoGradient.open()) {
            double[] flat = energy.coupling().toDoubles();
            double[][] coupling = new double[spins][];
            for (int i = 0; i < spins; i++) {
                coupling[i] = Arrays.copyOfRange(flat, i * spins, (i + 1) * spins);
            }
            return coupling;
        }
    }

    /** The mean over rows and spins of −log p(x_k | x_¬k) = log(1 + exp(−4 x_k (Jx)_k)). */
    static double pseudoLikelihood(double[][] coupling, int[][] states) {
        double sum = 0;
        for (int[] row : states) {
            for (int k = 0; k < row.length; k++) {
                double field = 0;
                for (int j = 0; j < row.length; j++) {
                    field += row[j] == 1 ? coupling[k][j] : -coupling[k][j];
                }
                double exponent = row[k] == 1 ? -4 * field : 4 * field;
                sum += Math.max(0, exponent) + Math.log1p(Math.exp(-Math.abs(exponent)));
            }
        }
        return sum / states.length / coupling.length;
    }

    /** The root of the mean squared difference over all entries. */
    static double rmse(double[][] learned, double[][] truth) {
        double sum = 0;
        for (int i = 0; i < truth.length; i++) {
            for (int j = 0; j < truth.length; j++) {
                double difference = learned[i][j] - truth[i][j];
                sum += difference * difference;
            }
        }
        return Math.sqrt(sum) / truth.length;
    }

    /** Random rows of these, with replacement. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Samples(int[][] states, String fingerprint) implements DataSource {
        @Override
        public Batch batch(int rows, Device device, RandomStream random) {
            int[][] chosen = new int[rows][];
            for (int i = 0; i < rows; i++) {
                chosen[i] = states[random.nextInt(states.length)];
            }
            return Batch.ofStates(device, chosen);
        }
    }
}
