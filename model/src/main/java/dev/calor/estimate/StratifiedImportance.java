package dev.calor.estimate;

import dev.calor.energy.Energy;
import dev.calor.random.AliasTable;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Scope;
import java.util.Arrays;

/**
 * Importance sampling that first finds out where the mass is. The values of the {@code leading} columns split the space into strata; a
 * pilot of a few uniform points in each estimates its share of Z; then points are drawn from strata in proportion, a tenth of them
 * uniformly, and weighed as usual. Unbiased for Z whatever the pilot saw, and precise where U varies little within a stratum.
 *
 * @param leading columns whose values make the strata, a few bits or digits of each coordinate
 * @param pilot points a stratum in the first round
 * @param points in the second round
 */
@SuppressWarnings("ArrayRecordComponent") // configuration; never compared
public record StratifiedImportance(int[] leading, int pilot, int points) {
    private static final int MOST_STRATA = 1 << 20;
    private static final int CHUNK = 1 << 15;
    /** Share of the points that ignores the pilot: what it missed is still found, with weights at most ten times too large. */
    private static final double DEFENSIVE = 0.1;

    public StratifiedImportance {
        if (leading.length < 1 || pilot < 1 || points < 2) {
            throw new IllegalArgumentException("strata by " + leading.length + " columns, " + pilot + " pilot points, "
                    + points + " points: at least 1, 1 and 2");
        }
    }

    public LogPartition logPartition(Energy energy, RandomStream random) {
        int strata = strata(energy);
        double[] shares = pilotShares(energy, strata, random.child("pilot"));
        AliasTable table = AliasTable.of(shares);
        double[] logWeights = new double[points];
        int[][] rows = new int[Math.min(CHUNK, points)][energy.layout().columns()];
        double[] logShare = new double[rows.length];
        double logSuffix = ImportanceSampling.logVolume(energy) - Math.log(strata);
        for (int start = 0; start < points; start += rows.length) {
            int length = Math.min(rows.length, points - start);
            RandomStream chunk = random.child("points").child(start);
            for (int i = 0; i < length; i++) {
                int stratum = table.draw(chunk);
                fill(energy, rows[i], stratum, chunk);
                logShare[i] = Math.log(shares[stratum]);
            }
            double[] energies = energies(energy, Arrays.copyOf(rows, length));
            for (int i = 0; i < length; i++) {
                logWeights[start + i] = -energies[i] - logShare[i];
            }
        }
        return LogPartition.ofLogWeights(logSuffix, logWeights);
    }

    private int strata(Energy energy) {
        long strata = 1;
        for (int k : leading) {
            strata *= energy.layout().size(k);
            if (strata > MOST_STRATA) {
                throw new IllegalArgumentException("more than " + MOST_STRATA + " strata; give fewer leading columns");
            }
        }
        return (int) strata;
    }

    /** Probabilities of the strata in the second round: sums to one. */
    private double[] pilotShares(Energy energy, int strata, RandomStream random) {
        double[] logMass = new double[strata];
        Arrays.fill(logMass, Double.NEGATIVE_INFINITY);
        int perChunk = Math.max(1, CHUNK / pilot);
        for (int start = 0; start < strata; start += perChunk) {
            int length = Math.min(perChunk, strata - start);
            RandomStream chunk = random.child(start);
            int[][] rows = new int[length * pilot][energy.layout().columns()];
            for (int i = 0; i < rows.length; i++) {
                fill(energy, rows[i], start + i / pilot, chunk);
            }
            double[] energies = energies(energy, rows);
            for (int i = 0; i < rows.length; i++) {
                int stratum = start + i / pilot;
                double larger = Math.max(logMass[stratum], -energies[i]);
                logMass[stratum] =
                        larger + Math.log(Math.exp(logMass[stratum] - larger) + Math.exp(-energies[i] - larger));
            }
        }
        double largest = Arrays.stream(logMass).max().orElseThrow();
        double[] shares =
                Arrays.stream(logMass).map(log -> Math.exp(log - largest)).toArray();
        double total = Arrays.stream(shares).sum();
        return Arrays.stream(shares)
                .map(share -> (1 - DEFENSIVE) * share / total + DEFENSIVE / strata)
                .toArray();
    }

    /** A uniform point of a stratum. */
    private void fill(Energy energy, int[] row, int stratum, RandomStream random) {
        for (int k = 0; k < row.length; k++) {
            row[k] = random.nextInt(energy.layout().size(k));
        }
        int rest = stratum;
        for (int k : leading) {
            int size = energy.layout().size(k);
            row[k] = rest % size;
            rest /= size;
        }
    }

    private static double[] energies(Energy energy, int[][] rows) {
        try (Scope scope = Scope.open();
                NoGradient guard = NoGradient.open()) {
            return energy.energy(Batch.ofStates(energy.device(), rows)).toDoubles();
        }
    }
}
