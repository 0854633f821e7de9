package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Tensor;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One pass from noise to data, for energies that are told the level of noise: the rows are declared to be of each level in turn, and
 * an inner sampler moves them at each. Step sizes go on from level to level, so that an adapted one follows the level. Chains that
 * start from the law of the first level end near that of the last; the pass is no transition of either.
 *
 * @param levels from 1, all noise, down to 0, data; none above the one before
 * @param steps of the inner sampler at each level, at least 1
 */
public record Annealed(Sampler inner, List<Double> levels, int steps) implements Sampler {
    public Annealed {
        levels = List.copyOf(levels);
        if (levels.isEmpty() || steps < 1) {
            throw new IllegalArgumentException(
                    steps + " steps at each of " + levels.size() + " levels: at least 1 of both");
        }
        double before = 1;
        for (double level : levels) {
            if (!(level >= 0 && level <= before)) {
                throw new IllegalArgumentException("level " + level + " of noise after " + before
                        + ": allowed are levels from 1 down to 0; sort them");
            }
            before = level;
        }
    }

    /** {@code count} levels at equal distances, the first 1 and the last 0. */
    public static Annealed evenly(Sampler inner, int count, int steps) {
        if (count < 2) {
            throw new IllegalArgumentException(count + " levels from 1 to 0: at least 2");
        }
        List<Double> levels = IntStream.range(0, count)
                .mapToObj(i -> 1 - (double) i / (count - 1))
                .toList();
        return new Annealed(inner, levels, steps);
    }

    @Override
    public Chain start(Batch rows) {
        return inner.start(rows);
    }

    @Override
    public Transition step(Chain chain, Energy energy, RandomStream random) {
        return Successive.of(chain, energy, levels.size(), (now, i) -> {
            Batch rows = now.rows();
            Tensor level = Tensor.full(energy.device(), levels.get(i), rows.rows());
            Batch declared = new Batch(rows.states(), rows.numbers(), level);
            return inner.run(now.withRows(declared), energy, steps, random.child(i));
        });
    }

    @Override
    public boolean exact() {
        return false;
    }
}
