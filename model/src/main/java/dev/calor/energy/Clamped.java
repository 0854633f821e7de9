package dev.calor.energy;

import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * An energy restricted to part of its space: some levels of some columns, an interval or a point of some numbers; for each row its own
 * part, or one for all. exp(−U) is then the conditional law, and any sampler draws from it without rejecting what is forbidden: U and
 * its gradient are infinite at forbidden levels, and numbers move freely in coordinates w that cannot leave their interval.
 *
 * <p>Within (a, b), x = Φ⁻¹(Φ(a) + (Φ(b) − Φ(a))·Φ(w)), which turns N(0, 1) into N(0, 1) given the interval; the density of w is that
 * of x times dx/dw, so U gains w²/2 − x²/2. A number at a point does not move, and its w is a bystander with the law N(0, 1).
 */
public final class Clamped implements DerivedEnergy {
    private final Energy free;
    private final Tensor forbidden; // [rows or 1, slots]: 0, or +∞ where forbidden
    private final Tensor low; // [rows or 1, numbers], Φ(a)
    private final Tensor high;

    /**
     * The part of the space, for every row or one for all. The tensors are borrowed.
     *
     * @param forbidden [rows or 1, slots], 0 for allowed levels and +∞ for others
     * @param low [rows or 1, numbers] Φ(a) of each interval: 0 where there is no lower end
     * @param high [rows or 1, numbers] Φ(b), at least {@code low}; equal where the number is given
     */
    public Clamped(Energy free, Tensor forbidden, Tensor low, Tensor high) {
        this.free = free;
        this.forbidden = forbidden;
        this.low = low;
        this.high = high;
    }

    @Override
    public Energy original() {
        return free;
    }

    @Override
    public Clamped only(Tensor index, long rows) {
        return new Clamped(free, only(forbidden, index, rows), only(low, index, rows), only(high, index, rows));
    }

    private static Tensor only(Tensor part, Tensor index, long rows) {
        return part.size(0) == 1 ? part : alongside(part, rows).indexSelect(0, index);
    }

    /** Logarithms of probabilities [1, slots] for so many rows, −∞ at levels that are forbidden: [rows or 1, slots]. */
    public Tensor restricted(Tensor logProbabilities, long rows) {
        return logProbabilities.minus(forbidden.size(0) == 1 ? forbidden : alongside(forbidden, rows));
    }

    /** Rows in which chains can start: allowed levels by their probabilities in the base, and w ~ N(0, 1). */
    @Override
    public Batch start(long rows, Noise noise) {
        Tensor scores = noise.gumbel(rows, layout().slots())
                .minus(alongside(forbidden, rows))
                .minus(base().slotEnergies(device()));
        Tensor states = layout().columns() == 0
                ? Tensor.fullWhole(device(), 0, rows, 0)
                : layout().padded(device(), scores).argMax(2);
        return new Batch(states, noise.normal(rows, low.size(1)), null);
    }

    /** The rows as they are in the space: x in place of w. */
    public Batch unclamped(Batch rows) {
        return rows.withNumbers(numbers(rows.numbers()));
    }

    /** x(w). */
    private Tensor numbers(Tensor w) {
        if (w.size(1) == 0) {
            return w;
        }
        long rows = w.size(0);
        Tensor from = alongside(low, rows);
        Tensor width = alongside(high, rows).minus(from);
        Tensor inside = from.plus(width.times(w.normalCdf()))
                .clampBelow(1e-7)
                .clampAbove(1 - 1e-7)
                .normalQuantile();
        return isFree(rows).choose(w, inside);
    }

    private Tensor isFree(long rows) {
        Tensor fromBelow = alongside(low, rows).lessThan(1e-12);
        Tensor toAbove = alongside(high, rows).negate().plus(1.0).lessThan(1e-12);
        return fromBelow.times(toAbove);
    }

    /** w²/2 − x²/2 where the number is restricted. */
    private Tensor correction(Tensor w, Tensor x, long rows) {
        Tensor fixed = alongside(high, rows).minus(alongside(low, rows)).lessThan(1e-12);
        Tensor moving = w.square().minus(fixed.choose(x.times(0.0), x.square())).times(0.5);
        return isFree(rows).choose(w.times(0.0), moving).sum(1);
    }

    @Override
    public Tensor energy(Batch batch) {
        Tensor energy = free.energy(unclamped(batch)).plus(correction(batch));
        if (layout().columns() == 0) {
            return energy;
        }
        Tensor barred = layout().at(device(), alongside(forbidden, batch.rows()), batch.states());
        return energy.plus(barred.sum(1));
    }

    private Tensor correction(Batch batch) {
        Tensor w = batch.numbers();
        return w.size(1) == 0 ? Tensor.zeros(device(), batch.rows()) : correction(w, numbers(w), batch.rows());
    }

    /** Of rows whose weights lie on allowed levels. */
    @Override
    public Tensor relaxed(Tensor oneHot, Tensor w, @Nullable Tensor levels) {
        Tensor x = numbers(w);
        Tensor energy = free.relaxed(oneHot, x, levels);
        return w.size(1) == 0 ? energy : energy.plus(correction(w, x, w.size(0)));
    }

    @Override
    public Gradient gradient(Gradient innermost, Batch batch) {
        return new Gradient(
                innermost.energy(), innermost.oneHot().plus(alongside(forbidden, batch.rows())), innermost.numbers());
    }

    /** Parts for so many rows: rows of one chain that stand next to each other share its part. */
    private static Tensor alongside(Tensor part, long rows) {
        return part.size(0) == rows ? part : part.repeatRows(rows / part.size(0));
    }
}
