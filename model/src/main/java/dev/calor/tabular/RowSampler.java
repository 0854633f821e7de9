package dev.calor.tabular;

import dev.calor.energy.Clamped;
import dev.calor.energy.Energy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleConsumer;

/**
 * Chains from noise to rows. They run in pieces of fixed size, each with its own stream, so that rows depend on the seed alone: not
 * on threads, and not on memory.
 */
record RowSampler(TabularSpec spec, TableEncoder encoder, TrainableEnergy energy) {
    /** Rows within their clamps, one for all or each its own. */
    SampledRows draw(int rows, Clamps clamps, RandomStream random, DoubleConsumer progress) {
        int size = spec.sampling().rowsTogether(energy.device());
        int pieces = (rows + size - 1) / size;
        SampledRows drawn = new SampledRows(rows, new int[encoder.finite()][rows], new double[encoder.numbers()][rows]);
        AtomicInteger done = new AtomicInteger();
        FoldedWork.map(energy, pieces, (folded, piece) -> {
            int first = piece * size;
            draw(folded, drawn, first, Math.min(size, rows - first), clamps, random.child(piece));
            progress.accept(done.incrementAndGet() / (double) pieces);
            return piece;
        });
        return drawn;
    }

    private void draw(Energy folded, SampledRows into, int first, int count, Clamps clamps, RandomStream random) {
        Noise noise = Noise.of(random.child("start"), energy.device());
        Batch ended;
        if (clamps.restrictsAnything()) {
            Clamped clamped = clamped(folded, clamps, first, count);
            ended = clamped.unclamped(run(clamped, clamped.start(count, noise), random.child("chain")));
        } else {
            ended = run(folded, folded.start(count, noise), random.child("chain"));
        }
        long[] states = ended.states().toLongs();
        double[] uniform = ended.numbers().normalCdf().toDoubles();
        for (int row = 0; row < count; row++) {
            for (int k = 0; k < encoder.finite(); k++) {
                into.states()[k][first + row] = (int) states[row * encoder.finite() + k];
            }
            for (int i = 0; i < encoder.numbers(); i++) {
                int own = clamps.rows() == 1 ? 0 : first + row;
                // Single precision may step over the end of an interval, which is the next value's.
                double u = uniform[row * encoder.numbers() + i];
                double high = clamps.high(own, i);
                into.uniform()[i][first + row] =
                        Math.max(clamps.low(own, i), Math.min(high < 1 ? Math.nextDown(high) : high, u));
            }
        }
    }

    private Batch run(Energy target, Batch start, RandomStream random) {
        return spec.method().sample(target, start, spec.sampling(), random);
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
