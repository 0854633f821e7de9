package dev.calor.lab.density;

import dev.calor.energy.Energy;
import dev.calor.lab.cell.Energies;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.sampler.Gibbs;
import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How samples of a model are drawn for the MMD, by the names users type. */
enum DensitySampler {
    /** Ends of Gibbs chains that start uniformly, as the paper. */
    GIBBS {
        @Override
        int[][] samples(Energy energy, int count, int sweeps, RandomStream random) {
            List<int[]> rows = new ArrayList<>();
            int chunk = energy.device() == Device.CUDA ? 40_000 : 4000;
            for (int start = 0; start < count; start += chunk) {
                int length = Math.min(chunk, count - start);
                try (Scope scope = Scope.open();
                        NoGradient guard = NoGradient.open()) {
                    RandomStream chains = random.child(start);
                    Batch begin = energy.base().draw(length, Noise.of(chains.child("start"), energy.device()));
                    rows.addAll(rows(new Gibbs()
                            .run(begin, energy, sweeps, chains.child("sweeps"))
                            .next()
                            .rows()));
                }
            }
            return rows.toArray(int[][]::new);
        }
    },

    /**
     * Uniform rows, each kept with probability exp(−U)/max exp(−U): independent samples of the model, which no failure of a chain to
     * mix can spoil. The maximum is that of a pilot; the few rows above it are kept with probability one. Of use where the mass is
     * not in less than a thousandth or so of the space, as that of the toy sets.
     */
    REJECTION {
        @Override
        int[][] samples(Energy energy, int count, int sweeps, RandomStream random) {
            int[][] pilot = uniform(energy, PILOT, random.child("pilot"));
            double lowest = Arrays.stream(Energies.of(energy, pilot)).min().orElseThrow();
            List<int[]> kept = new ArrayList<>();
            for (int round = 0; kept.size() < count; round++) {
                if (round == MOST_ROUNDS) {
                    throw new IllegalStateException("of " + (long) MOST_ROUNDS * ROUND + " uniform rows " + kept.size()
                            + " were kept, " + count + " are needed: the mass is in too small a part of the space;"
                            + " sample by gibbs");
                }
                RandomStream own = random.child(round);
                int[][] rows = uniform(energy, ROUND, own.child("rows"));
                double[] energies = Energies.of(energy, rows);
                RandomStream coins = own.child("coins");
                for (int i = 0; i < rows.length; i++) {
                    if (coins.nextDouble() < Math.exp(lowest - energies[i]) && kept.size() < count) {
                        kept.add(rows[i]);
                    }
                }
            }
            return kept.toArray(int[][]::new);
        }
    };

    private static final int PILOT = 1 << 16;
    private static final int ROUND = 1 << 15;
    private static final int MOST_ROUNDS = 2000;

    /**
     * Samples of exp(−U).
     *
     * @param sweeps of Gibbs chains
     */
    abstract int[][] samples(Energy energy, int count, int sweeps, RandomStream random);

    static DensitySampler named(String name) {
        return Arrays.stream(values())
                .filter(known -> known.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("sampler '" + name + "' is not one of "
                        + Arrays.stream(values()).map(DensitySampler::toString).collect(Collectors.joining(", "))));
    }

    private static int[][] uniform(Energy energy, int count, RandomStream random) {
        try (Scope scope = Scope.open();
                NoGradient guard = NoGradient.open()) {
            return rows(energy.base().draw(count, Noise.of(random, energy.device())))
                    .toArray(int[][]::new);
        }
    }

    private static List<int[]> rows(Batch batch) {
        long[] states = batch.states().toLongs();
        int columns = (int) batch.states().size(1);
        List<int[]> rows = new ArrayList<>();
        for (int start = 0; start < states.length; start += columns) {
            rows.add(Arrays.stream(states, start, start + columns)
                    .mapToInt(Math::toIntExact)
                    .toArray());
        }
        return rows;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
