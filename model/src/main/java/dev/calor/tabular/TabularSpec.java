package dev.calor.tabular;

import dev.calor.tensor.Device;
import dev.calor.train.Setting;
import dev.calor.train.TrainingPlan;
import java.util.Map;

/**
 * How a model of a table is trained and sampled.
 *
 * @param seed of everything random in training
 */
public record TabularSpec(TabularMethod method, Network network, Training training, Sampling sampling, long seed) {
    private static final double UNLIMITED = Double.POSITIVE_INFINITY;

    /**
     * The size of the network; see {@link MlpEnergy}.
     *
     * @param width of the hidden layers
     * @param depth number of hidden layers
     * @param embedding dimension in which a category is embedded
     * @param components number of energies that U is the soft minimum of
     */
    public record Network(int width, int depth, int embedding, int components) {
        public Network {
            Setting.check(width >= 1, "width", width, "at least 1");
            Setting.check(depth >= 1, "depth", depth, "at least 1");
            Setting.check(embedding >= 1, "embedding", embedding, "at least 1");
            Setting.check(components >= 1, "components", components, "at least 1");
        }
    }

    /**
     * How it is trained.
     *
     * @param negatives M, the number of negatives per row
     * @param denoising weight of the denoising term beside energy discrepancy; 0 for none
     * @param batch rows per step
     * @param steps updates
     * @param seconds after which training ends, whatever the steps; infinite for never
     * @param rate the highest learning rate
     * @param weightDecay as in AdamW
     * @param average decay of the moving average of the weights; 0 for none
     */
    public record Training(
            int negatives,
            double denoising,
            int batch,
            long steps,
            double seconds,
            double rate,
            double weightDecay,
            double average) {
        /** Number of micro-batches of a batch, processed in parallel on the CPU; a GPU takes the batch whole. */
        static final int MICRO_BATCHES = 4;

        /** The gradient's norm is cut down to this, as in the paper. */
        private static final double CLIP = 5;

        private static final int REPORT_EVERY = 50;

        public Training {
            Setting.check(negatives >= 1, "negatives", negatives, "at least 1");
            Setting.check(denoising >= 0 && denoising < UNLIMITED, "denoising", denoising, "from 0 up");
            Setting.check(batch >= 1, "batch", batch, "at least 1");
            Setting.check(steps >= 1, "steps", steps, "at least 1");
            Setting.check(seconds > 0, "seconds", seconds, "above 0");
            Setting.check(rate > 0 && rate < UNLIMITED, "rate", rate, "above 0 and finite");
            Setting.check(weightDecay >= 0 && weightDecay < UNLIMITED, "weightDecay", weightDecay, "from 0 up");
            Setting.check(average >= 0 && average < 1, "average", average, "from 0 to below 1");
        }

        /** The trainer's plan for a table of so many rows; a batch is no larger than the table. */
        TrainingPlan plan(TabularMethod method, int rows) {
            int own = Math.min(batch, Math.max(MICRO_BATCHES, rows));
            return new TrainingPlan(
                    steps,
                    own,
                    method.schedule(rate, rows),
                    CLIP,
                    weightDecay,
                    average,
                    REPORT_EVERY,
                    0,
                    seconds,
                    Math.min(MICRO_BATCHES, own));
        }
    }

    /**
     * How rows are drawn: by the steps of {@link dev.calor.sampler.ReverseHeat}, or, where there are none of these, by chains. The methods
     * of the paper run chains, with {@code levels} as their number of rounds.
     *
     * @param reverseSteps steps from noise to data; 0 for chains
     * @param correctEvery steps from one correction to the next; 0 for none. Under conditions every step is corrected
     * @param levels number of noise levels that chains pass through, from noise to data
     * @param rounds of Langevin moves of chains at each level
     * @param lastRounds of chains at level 0, in the end
     */
    public record Sampling(int reverseSteps, int correctEvery, int levels, int rounds, int lastRounds) {
        /** Rows that are sampled together. Chains keep the size with which the first model files were sampled. */
        private static final int CHAIN_ROWS = 1024;

        private static final int REVERSE_ROWS = 4096;

        /** On a GPU more: it has more to do at once. */
        private static final int GPU_ROWS = 16_384;

        public Sampling {
            Setting.check(reverseSteps >= 0, "reverseSteps", reverseSteps, "from 0 up");
            Setting.check(correctEvery >= 0, "correctEvery", correctEvery, "from 0 up");
            Setting.check(levels >= 2, "levels", levels, "at least 2");
            Setting.check(rounds >= 1, "rounds", rounds, "at least 1");
            Setting.check(lastRounds >= 0, "lastRounds", lastRounds, "from 0 up");
        }

        /** How many rows are sampled together: what they are depends on it. */
        int rowsTogether(Device device) {
            return device == Device.CUDA ? GPU_ROWS : reverseSteps > 0 ? REVERSE_ROWS : CHAIN_ROWS;
        }
    }

    /**
     * Settings by name, chosen by measurement: docs/results/tabular.md.
     *
     * @throws IllegalArgumentException if there is no preset of this name
     */
    public static TabularSpec preset(String name) {
        return switch (name) {
            case "fast" ->
                annealed(
                        new Network(192, 3, 8, 64),
                        new Training(1, 2.3, 512, 6_000, UNLIMITED, 4e-3, 0.02, 0.999),
                        new Sampling(20, 2, 100, 1, 20));
            case "balanced" ->
                annealed(
                        new Network(256, 3, 8, 64),
                        new Training(1, 2.3, 1024, 10_000, UNLIMITED, 4e-3, 0.02, 0.999),
                        new Sampling(60, 0, 200, 1, 20));
            case "best" ->
                annealed(
                        new Network(512, 3, 8, 64),
                        new Training(1, 2.3, 1024, 30_000, UNLIMITED, 4e-3, 0.02, 0.999),
                        new Sampling(100, 2, 400, 1, 40));
            case "paper" ->
                new TabularSpec(
                        TabularMethod.named("tabed-uni"),
                        new Network(1024, 3, 4, 1),
                        new Training(32, 0, 4096, 20_000, UNLIMITED, 1e-4, 5e-4, 0),
                        new Sampling(0, 0, 200, 1, 0),
                        1);
            default ->
                throw new IllegalArgumentException(
                        "'" + name + "' is not a preset: there are fast, balanced, best, paper");
        };
    }

    private static TabularSpec annealed(Network network, Training training, Sampling sampling) {
        return new TabularSpec(AnnealedMethod.INSTANCE, network, training, sampling, 1);
    }

    /** Every setting by its name, the method first and the seed last. */
    public Map<String, Object> settings() {
        return RecordSettings.of(this);
    }

    /**
     * With one setting changed, by its name.
     *
     * @throws IllegalArgumentException if there is no such setting, or the value is none of it
     */
    public TabularSpec with(String setting, String value) {
        return RecordSettings.with(this, setting, value);
    }

    /** By another method, with the same settings otherwise. */
    public TabularSpec withMethod(TabularMethod other) {
        return new TabularSpec(other, network, training, sampling, seed);
    }

    /** With another number of updates. */
    public TabularSpec withSteps(long other) {
        return with("steps", Long.toString(other));
    }

    /** Trains for so many seconds, with as many steps as they allow. */
    public TabularSpec withSeconds(double other) {
        return with("seconds", Double.toString(other)).withSteps(Long.MAX_VALUE);
    }

    /** Sampled otherwise; training is the same. */
    public TabularSpec withSampling(Sampling other) {
        return new TabularSpec(method, network, training, other, seed);
    }

    /** With another seed. */
    public TabularSpec withSeed(long other) {
        return new TabularSpec(method, network, training, sampling, other);
    }
}
