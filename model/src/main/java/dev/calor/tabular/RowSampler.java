package dev.calor.tabular;

import dev.calor.energy.Clamped;
import dev.calor.energy.Energy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.sampler.SamplePart;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleConsumer;

/**
 * Draws rows, from noise to data. They are drawn in parts of nearly equal size, each with a stream of its own, so that rows
 * depend on the seed only, not on the number of threads or the memory.
 */
record RowSampler(TabularSpec spec, TableEncoder encoder, TrainableEnergy energy) {
    /** Draws rows within their clamps, which are the same for all rows or one per row. */
    SampledRows draw(int rows, Clamps clamps, RandomStream random, DoubleConsumer progress) {
        int most = spec.sampling().rowsTogether(energy.device());
        int parts = (rows + most - 1) / most;
        long seed = random.child("parts").nextLong();
        SampledRows drawn = empty(rows);
        AtomicInteger done = new AtomicInteger();
        FoldedWork.map(energy, parts, (folded, part) -> {
            int first = first(rows, part, parts);
            int count = first(rows, part + 1, parts) - first;
            draw(folded, drawn, first, count, clamps, new SamplePart(part, parts, seed), random.child(part));
            progress.accept(done.incrementAndGet() / (double) parts);
            return part;
        });
        return drawn;
    }

    /** No rows. */
    SampledRows none() {
        return empty(0);
    }

    private SampledRows empty(int rows) {
        return new SampledRows(rows, new int[encoder.finite()][rows], new double[encoder.numbers()][rows]);
    }

    /** The first row of a part. */
    private static int first(int rows, int part, int parts) {
        return (int) ((long) rows * part / parts);
    }

    private void draw(
            Energy folded,
            SampledRows into,
            int first,
            int count,
            Clamps clamps,
            SamplePart part,
            RandomStream random) {
        Noise noise = Noise.of(random.child("start"), energy.device());
        Batch ended;
        if (clamps.restrictsAnything()) {
            Clamped clamped = clamped(folded, clamps, first, count);
            ended = clamped.unclamped(run(clamped, clamped.start(count, noise), part, random.child("chain")));
        } else {
            ended = run(folded, folded.start(count, noise), part, random.child("chain"));
        }
        long[] states = ended.states().toLongs();
        double[] uniform = ended.numbers().normalCdf().toDoubles();
        for (int row = 0; row < count; row++) {
            for (int k = 0; k < encoder.finite(); k++) {
                into.states()[k][first + row] = (int) states[row * encoder.finite() + k];
            }
            for (int i = 0; i < encoder.numbers(); i++) {
                int own = clamps.rows() == 1 ? 0 : first + row;
                // In single precision a number may cross the end of its interval into that of the next value.
                double u = uniform[row * encoder.numbers() + i];
                double high = clamps.high(own, i);
                into.uniform()[i][first + row] =
                        Math.max(clamps.low(own, i), Math.min(high < 1 ? Math.nextDown(high) : high, u));
            }
        }
    }

    private Batch run(Energy target, Batch start, SamplePart part, RandomStream random) {
        return spec.method().sample(target, start, spec.sampling(), part, random);
    }

    private Clamped clamped(Energy folded, Clamps clamps, int first, int count) {
        OneHot layout = folded.layout();
        int rows = clamps.rows() == 1 ? 1 : count;
        int from = clamps.rows() == 1 ? 0 : first;
        double[] forbidden = new double[rows * layout.slots()];
        double[] low = new double[rows * encoder.numbers()];
        double[] high = new double[rows * encoder.numbers()];
        for (int row = 0; row < rows; row++) {
            for (int k = 0; k < layout.columns(); k++) {
                for (int state = 0; state < layout.size(k); state++) {
                    forbidden[row * layout.slots() + layout.offset(k) + state] =
                            clamps.isAllowed(from + row, k, state) ? 0 : Double.POSITIVE_INFINITY;
                }
            }
            for (int i = 0; i < encoder.numbers(); i++) {
                low[row * encoder.numbers() + i] = clamps.low(from + row, i);
                high[row * encoder.numbers() + i] = clamps.high(from + row, i);
            }
        }
        Device device = energy.device();
        return new Clamped(
                folded,
                Tensor.real(device, forbidden, rows, layout.slots()),
                Tensor.real(device, low, rows, encoder.numbers()),
                Tensor.real(device, high, rows, encoder.numbers()));
    }
}
