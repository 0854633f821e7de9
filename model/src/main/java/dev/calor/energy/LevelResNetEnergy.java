package dev.calor.energy;

import dev.calor.energy.ResNetEnergy.Architecture;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Images;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A residual network on square binary images at a noise level s: the convolutions of {@link ResNetEnergy}, each block conditioned
 * on s ({@link LevelFilm}), and a second output. Beside the linear map of the mean over all places, every pixel x_i of ink counts
 * with a weight o_i(x, s) that the network computes for its place: f = cos(πs/2) · (w·mean + Σ_i x_i·o_i). So a pixel's ratio is
 * mostly o_i, one number of one place, and need not be collected from the derivatives of a mean over all places.
 *
 * <p>The factor cos(πs/2) is the signal that is left: at s = 1, pure noise, f is 0 and the base distribution is exact. Rows without
 * a level are data, at level 0.
 */
public final class LevelResNetEnergy extends LearnedEnergy {
    /** The first layer sees squares of this side around every second pixel. */
    private static final int REACH = 5;

    /** The mean over places is multiplied by this, so that energies of some hundred nats need no large weights. */
    private static final double SCALE = 5;

    private static final int PER_PLACE = 4; // pixels of a place of half the side

    private final int side;
    private final int channels;
    private final Tensor stemWeight; // [2 · channels, 25]: the first layer, and its shortcut
    private final Tensor stemBias;
    private final Tensor halfPlaces; // [1, half, half, channels]: what differs from place to place
    private final Convolution afterStem;
    private final Convolution halving;
    private final Tensor quarterPlaces; // [1, quarter, quarter, channels]
    private final Convolution afterHalving;
    private final Convolution shortcut;
    private final List<Convolution> firsts = new ArrayList<>();
    private final List<Convolution> seconds = new ArrayList<>();
    private final Tensor lastWeight; // [1, channels]
    private final Tensor lastBias; // [1]
    private final Convolution enlarging;
    private final Convolution mixing;
    private final Convolution pixels;
    private final LevelFilm film;

    /** A network with random weights, uniform with standard deviation 1/√(3·inputs). */
    public LevelResNetEnergy(Architecture architecture, Device device, RandomStream random) {
        super(ProductSpace.power(new Uniform(2), architecture.side() * architecture.side()), device);
        side = architecture.side();
        channels = architecture.channels();
        int half = side / 2;
        int quarter = (half + 1) / 2;
        try (Scope scope = Scope.open()) {
            Noise noise = Noise.of(random, device);
            stemWeight = parameter(uniform(noise, REACH * REACH, 2L * channels, REACH * REACH));
            stemBias = parameter(uniform(noise, REACH * REACH, 2L * channels));
            halfPlaces = parameter(Tensor.zeros(device, 1, half, half, channels));
            afterStem = Convolution.random(this, noise, channels, channels, 3, 1);
            halving = Convolution.random(this, noise, channels, channels, 3, 2);
            quarterPlaces = parameter(Tensor.zeros(device, 1, quarter, quarter, channels));
            afterHalving = Convolution.random(this, noise, channels, channels, 3, 1);
            shortcut = Convolution.random(this, noise, channels, channels, 1, 2);
            for (int block = 0; block < architecture.blocks(); block++) {
                firsts.add(Convolution.random(this, noise, channels, channels, 3, 1));
                seconds.add(Convolution.random(this, noise, channels, channels, 3, 1));
            }
            lastWeight = parameter(uniform(noise, channels, 1, channels));
            lastBias = parameter(uniform(noise, channels, 1));
            enlarging = Convolution.random(this, noise, channels, channels, 1, 1);
            mixing = Convolution.random(this, noise, channels, channels, 3, 1);
            pixels = Convolution.random(this, noise, channels, PER_PLACE, 3, 1);
            film = new LevelFilm(this, noise, architecture.blocks() + 4, channels);
        }
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        return ofInk(oneHot.reshape(oneHot.size(0), space().dimension(), 2).select(2, 1), levels);
    }

    @Override
    public Tensor energy(Batch batch) {
        return ofInk(batch.states().toReal(device()), batch.levels());
    }

    /** Computed from the weights of ink alone, which are half as many numbers as one-hot codes. */
    @Override
    public Gradient innermost(Batch batch) {
        Tensor ink = batch.states().toReal(device()).track();
        Tensor energy = ofInk(ink, batch.levels());
        return ofInk(energy.detach(), energy.sum().gradients(List.of(ink)).get(0), batch);
    }

    @Override
    public Gradient trackedGradient(Batch batch) {
        Tensor ink = batch.states().toReal(device()).track();
        Tensor energy = ofInk(ink, batch.levels());
        return ofInk(energy, energy.sum().gradientsWithHistory(List.of(ink)).get(0), batch);
    }

    private Gradient ofInk(Tensor energy, Tensor gradient, Batch batch) {
        Tensor codes = Tensor.stack(2, List.of(gradient.times(0.0), gradient)).reshape(batch.rows(), layout().slots());
        return new Gradient(energy, codes, batch.numbers());
    }

    /** f of images [rows, pixels]. */
    private Tensor ofInk(Tensor ink, @Nullable Tensor levels) {
        long rows = ink.size(0);
        Tensor level = levels == null ? Tensor.zeros(device(), rows) : levels;
        LevelFilm.Modulation modulation = film.at(level);
        Tensor stem = Images.patches(ink.reshape(rows, side, side), REACH, 2).linear(stemWeight, stemBias);
        Tensor first = stem.narrow(3, 0, channels).plus(halfPlaces);
        Tensor half = afterStem
                .of(modulation.of(0, first).silu())
                .plus(stem.narrow(3, channels, channels))
                .silu();
        Tensor hidden = afterHalving
                .of(modulation.of(1, halving.of(half).plus(quarterPlaces)).silu())
                .plus(shortcut.of(half))
                .silu();
        for (int block = 0; block < firsts.size(); block++) {
            Tensor changed = seconds.get(block)
                    .of(modulation.of(2 + block, firsts.get(block).of(hidden)).silu());
            hidden = hidden.plus(changed).silu();
        }
        Tensor whole = ofMean(hidden, modulation, 2 + firsts.size());
        Tensor perPixel = pixelWeights(half, hidden, modulation, 3 + firsts.size());
        Tensor sum = perPixel.times(byPlace(ink)).reshape(rows, -1).sum(1);
        return whole.plus(sum).times(level.times(Math.PI / 2).cos());
    }

    /** The linear map of the mean over places, whose weights depend on the level: [rows]. */
    private Tensor ofMean(Tensor hidden, LevelFilm.Modulation modulation, int layer) {
        Tensor mean = hidden.reshape(hidden.size(0), -1, channels).mean(1);
        return mean.times(lastWeight.plus(modulation.scale(layer)))
                .sum(1)
                .times(SCALE)
                .plus(lastBias)
                .plus(modulation.shift(layer));
    }

    /** o of every pixel: [rows, half, half, 4], the pixels of a place in the order of {@link #byPlace}. */
    private Tensor pixelWeights(Tensor half, Tensor quarter, LevelFilm.Modulation modulation, int layer) {
        Tensor both = enlarged(enlarging.of(quarter), half.size(1)).plus(half).silu();
        return pixels.of(modulation.of(layer, mixing.of(both)).silu());
    }

    /** Every place four times: [rows, n, n, channels] becomes [rows, wanted, wanted, channels], wanted at most 2n. */
    private static Tensor enlarged(Tensor places, long wanted) {
        long rows = places.size(0);
        long n = places.size(1);
        long width = places.size(3);
        return places.reshape(rows, n, 1, n, 1, width)
                .expand(rows, n, 2, n, 2, width)
                .reshape(rows, 2 * n, 2 * n, width)
                .narrow(1, 0, wanted)
                .narrow(2, 0, wanted);
    }

    /** [rows, pixels] as [rows, half, half, 4]. */
    private Tensor byPlace(Tensor ink) {
        long half = side / 2;
        return ink.reshape(ink.size(0), half, 2, half, 2)
                .permute(0, 1, 3, 2, 4)
                .reshape(ink.size(0), half, half, PER_PLACE);
    }
}
