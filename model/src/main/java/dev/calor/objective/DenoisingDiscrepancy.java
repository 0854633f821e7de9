package dev.calor.objective;

import dev.calor.energy.Gradient;
import dev.calor.energy.TrainableEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Base;
import dev.calor.rows.Batch;
import dev.calor.rows.OneHot;
import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * Energy discrepancy plus a denoising loss, for a network f relative to a base, on rows at noise levels s whose
 * {@linkplain Batch.Origin values before noise} are known. Energy discrepancy compares a row with M random others;
 * denoising uses that the noise itself is known, and trains the whole gradient. Both have the same minimiser, hence
 * their sum too.
 *
 * <p>With a = cos(πs/2), σ = sin(πs/2), a number x = a·z + σ·ε and g = ∂f/∂x, score matching is (σg + a·m)², where m =
 * E[(z − a·x)/σ] over the interval that the value stands for. For a category with base probabilities π, state i, origin
 * x₀ and ratios r_v = p(v)π(i)/(p(i)π(v)) = exp(e_v), e_v = ∂f/∂o_i − ∂f/∂o_v to first order, score entropy (Lou and
 * others 2024) is Σ_v π_v(exp(e_v) − τ_v·e_v + τ_v log τ_v − τ_v), with the conditional ratio τ_v = h_v/h_i, h_v =
 * a·1[v = x₀]/π_v + 1 − a. So the first-order ratios, which are cheap enough for sampling, become the true ratios. Rows
 * at levels below {@value #LEAST_LEVEL} are left out: their noise carries no information.
 *
 * @param discrepancy the energy discrepancy
 * @param base the distribution that noise relaxes to
 * @param weight the weight of the denoising loss, which is the mean over rows and columns
 */
public record DenoisingDiscrepancy(EnergyDiscrepancy discrepancy, Base base, double weight) implements Objective {
    private static final double LEAST_LEVEL = 0.02;

    /** exp is continued linearly above this: early in training larger values occur, and one row would dominate the batch. */
    private static final double LARGEST_LOG_RATIO = 8;

    /** Where an interval is narrower than this, in standard deviations of the noise, its centre is used as its mean. */
    private static final double NARROW = 0.02;

    /** The number of standard deviations beyond which a density underflows in single precision. */
    private static final double FARTHEST = 12;

    /**
     * Checks the weight.
     *
     * @throws IllegalArgumentException if {@code weight} is negative or not finite
     */
    public DenoisingDiscrepancy {
        if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "weight " + weight + " of denoising: allowed are finite numbers of at least 0");
        }
    }

    @Override
    public Tensor loss(TrainableEnergy network, Batch data, RandomStream random) {
        Device device = network.device();
        int negatives = discrepancy.negatives();
        Batch fakes = discrepancy.perturbation().negatives(data, negatives, Noise.of(random, device));
        Gradient gradient = network.trackedGradient(data);
        Tensor energies = Tensor.cat(
                1, gradient.energy().unsqueeze(1), network.energy(fakes).reshape(data.rows(), negatives));
        return discrepancy
                .ofEnergies(energies, device)
                .plus(denoising(network, gradient, data).times(weight));
    }

    /** The denoising loss: the mean over rows and columns. */
    Tensor denoising(TrainableEnergy network, Gradient gradient, Batch data) {
        Tensor level = data.levels();
        Batch.Origin origin = data.origin();
        if (level == null || origin == null) {
            throw new IllegalArgumentException(
                    "denoising needs the noise level of rows and their values before noise: give both");
        }
        Tensor angle = level.unsqueeze(1).times(Math.PI / 2);
        Tensor kept = angle.cos();
        Tensor deviation = angle.sin();
        Tensor perRow = numbers(gradient.numbers(), data.numbers(), origin, kept, deviation)
                .plus(categories(network, gradient.oneHot(), data, origin, kept).times(deviation.select(1, 0)));
        Tensor clean = level.lessThan(LEAST_LEVEL);
        return clean.choose(perRow.times(0.0), perRow)
                .mean()
                .times(1.0 / Math.max(1, network.space().dimension()));
    }

    /** Σ_j (σ·g_j + a·m_j)² [rows]. */
    private static Tensor numbers(Tensor gradient, Tensor numbers, Batch.Origin origin, Tensor kept, Tensor deviation) {
        Tensor wanted;
        try (NoGradient guard = NoGradient.open()) {
            wanted = kept.times(mean(numbers, origin, kept, deviation.clampBelow(1e-3)));
        }
        return gradient.times(deviation).plus(wanted).square().sum(1);
    }

    /**
     * m = E[(z − a·x)/σ | low < z ≤ high], a standard normal cut to an interval (α, β): (φ(α) − φ(β)) / (Φ(β) − Φ(α)).
     * By symmetry it is computed in the lower tail, where Φ is precise.
     */
    static Tensor mean(Tensor numbers, Batch.Origin origin, Tensor kept, Tensor deviation) {
        Tensor shrunk = numbers.times(kept);
        Tensor low = origin.low().minus(shrunk).over(deviation);
        Tensor high = origin.high().minus(shrunk).over(deviation);
        Tensor mirrored = low.plus(high).negate().lessThan(0);
        Tensor from = within(mirrored.choose(high.negate(), low));
        Tensor to = within(mirrored.choose(low.negate(), high));
        Tensor mass = to.normalCdf().minus(from.normalCdf()).clampBelow(1e-35);
        Tensor mean = from.normalDensity().minus(to.normalDensity()).over(mass);
        Tensor narrow = to.minus(from).lessThan(NARROW);
        Tensor inside = narrow.choose(from.plus(to).times(0.5), lessOf(largerOf(mean, from), to));
        return mirrored.choose(inside.negate(), inside);
    }

    private static Tensor within(Tensor place) {
        return place.clampBelow(-FARTHEST).clampAbove(FARTHEST);
    }

    private static Tensor largerOf(Tensor one, Tensor other) {
        return one.lessThan(other).choose(other, one);
    }

    private static Tensor lessOf(Tensor one, Tensor other) {
        return one.lessThan(other).choose(one, other);
    }

    /**
     * Σ_k Σ_v π_v(exp(e_v) − τ_v·e_v + τ_v log τ_v − τ_v) [rows]: zero where v is the present state. In a column τ_v has two values, one
     * for the origin x₀ and one, τ, for all others, so Σ_v π_v·τ_v·e_v = τ·Σ_v π_v·e_v + π_x₀(τ_x₀ − τ)·e_x₀, and so on: only the
     * exponentials are computed for every level.
     */
    private Tensor categories(TrainableEnergy network, Tensor gradient, Batch data, Batch.Origin origin, Tensor kept) {
        OneHot layout = network.layout();
        Device device = network.device();
        if (layout.columns() == 0) {
            return gradient.sum(1);
        }
        Tensor probabilities = base.slotEnergies(device).negate().exp(); // π [slots]
        Tensor indicator = layout.indicator(device); // [columns, slots]
        Tensor weights = indicator.times(probabilities).transpose(); // [slots, columns]
        Tensor ofColumn = weights.sum(0); // Σ_v π_v
        Tensor ofOrigin = probabilities
                .indexSelect(0, layout.slotsOf(device, origin.states()).reshape(-1))
                .reshape(origin.states().shape()); // π_x₀ [rows, columns]
        Tensor redrawn = kept.negate().plus(1.0); // 1 − a = h_v of all levels but the origin
        Tensor heldOrigin = kept.over(ofOrigin).plus(redrawn); // h_x₀
        Tensor heldPresent = data.states()
                .equalTo(origin.states())
                .choose(heldOrigin, redrawn)
                .clampBelow(1e-6);
        Tensor atOthers = redrawn.over(heldPresent); // τ
        Tensor atOrigin = heldOrigin.over(heldPresent); // τ_x₀
        Tensor constants = atOthers.times(atOthers.clampBelow(1e-9).log().plus(-1.0))
                .times(ofColumn.minus(ofOrigin))
                .plus(atOrigin.times(atOrigin.clampBelow(1e-9).log().plus(-1.0)).times(ofOrigin));
        Tensor present = layout.at(device, gradient, data.states());
        Tensor log = present.matmul(indicator).minus(gradient); // e_v [rows, slots]
        Tensor bounded = log.clampAbove(LARGEST_LOG_RATIO);
        Tensor exponential = log.minus(bounded).plus(1.0).times(bounded.exp());
        Tensor means = present.times(ofColumn).minus(gradient.matmul(weights)); // Σ_v π_v·e_v [rows, columns]
        Tensor ofOrigins = present.minus(layout.at(device, gradient, origin.states())); // e_x₀
        return exponential
                .matmul(probabilities.unsqueeze(1))
                .select(1, 0)
                .minus(atOthers.times(means).sum(1))
                .minus(atOrigin.minus(atOthers).times(ofOrigin).times(ofOrigins).sum(1))
                .plus(constants.sum(1));
    }

    /** The lower bound of energy discrepancy: the denoising loss is never negative. */
    @Override
    public double lowerBound() {
        return discrepancy.lowerBound();
    }
}
