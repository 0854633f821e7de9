package dev.calor.tabular;

import dev.calor.tensor.Device;
import dev.calor.train.Setting;
import dev.calor.train.TrainingPlan;
import java.util.Map;

/**
 * How a model of a table is trained and sampled.
 *
 * @param method the method
 * @param network the size of the network
 * @param training how it is trained
 * @param sampling how rows are drawn
 * @param seed the seed of all randomness in training
 */
public record TabularSpec(TabularMethod method, Network network, Training training, Sampling sampling, long seed) {
    private static final double UNLIMITED = Double.POSITIVE_INFINITY;

    /**
     * The size of the network; see {@link dev.calor.energy.mlp.MlpEnergy}.
     *
     * @param width width of the hidden layers
     * @param depth number of hidden layers
     * @param embedding dimension in which a category is embedded
     * @param components number of energies that U is the soft minimum of
     */
    public record Network(int width, int depth, int embedding, int components) {
        /**
         * Checks the ranges.
         *
         * @throws IllegalArgumentException if a setting is out of range
         */
        public Network {
            Setting.check(width >= 1 && width <= 65_536, "width", width, "1 to 65,536");
            Setting.check(depth >= 1 && depth <= 1_000, "depth", depth, "1 to 1,000");
            Setting.check(embedding >= 1 && embedding <= 4_096, "embedding", embedding, "1 to 4,096");
            Setting.check(components >= 1 && components <= 65_536, "components", components, "1 to 65,536");
        }
    }

    /**
     * How it is trained.
     *
     * @param negatives M, the number of negatives per row
     * @param denoising weight of the denoising loss that is added to energy discrepancy; 0 for none
     * @param batch rows per step
     * @param steps number of updates; the default method makes fewer where it would see each row more than 800 times
     * @param seconds time limit of training, whatever the steps; infinite for no limit
     * @param rate the highest learning rate
     * @param weightDecay weight decay, as in AdamW
     * @param average largest decay of the moving average of the weights ({@link TrainingPlan}); 0 for none
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
        /** Number of micro-batches of a batch, processed in parallel on the CPU; ignored on a GPU. */
        static final int MICRO_BATCHES = 2;

        /** Maximum norm of the gradient, as in the paper. */
        private static final double CLIP = 5;

        private static final int REPORT_EVERY = 50;

        /**
         * Checks the ranges.
         *
         * @throws IllegalArgumentException if a setting is out of range
         */
        public Training {
            Setting.check(negatives >= 1 && negatives <= 65_536, "negatives", negatives, "1 to 65,536");
            Setting.check(denoising >= 0 && denoising < UNLIMITED, "denoising", denoising, "from 0 up");
            Setting.check(batch >= 1 && batch <= 1 << 24, "batch", batch, "1 to 16,777,216");
            Setting.check(steps >= 1, "steps", steps, "at least 1");
            Setting.check(seconds > 0, "seconds", seconds, "above 0");
            Setting.check(rate > 0 && rate < UNLIMITED, "rate", rate, "above 0 and finite");
            Setting.check(weightDecay >= 0 && weightDecay < UNLIMITED, "weightDecay", weightDecay, "from 0 up");
            Setting.check(average >= 0 && average < 1, "average", average, "from 0 to below 1");
        }

        /** The training plan for a table of this many rows; a batch is no larger than the table. */
        TrainingPlan plan(TabularMethod method, int rows) {
            int own = Math.min(batch, Math.max(MICRO_BATCHES, rows));
            return new TrainingPlan(
                    method.steps(steps, rows, own),
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
     * How rows are drawn: by the steps of {@link dev.calor.sampler.ReverseHeat}, or, if there are none, by Markov
     * chains. The methods of the paper run chains, with {@code levels} as their number of rounds.
     *
     * @param reverseSteps number of steps from noise to data; 0 for chains
     * @param correctEvery number of steps from one correction to the next; 0 for none. Within conditions every step is corrected
     * @param tries under conditions, the number of unconditional rows that may be drawn per row, to keep those that satisfy them; 0 for none
     * @param levels number of noise levels that chains pass through, from noise to data
     * @param rounds number of Langevin steps of chains at each level
     * @param lastRounds number of Langevin steps of chains at level 0, at the end
     */
    public record Sampling(int reverseSteps, int correctEvery, int tries, int levels, int rounds, int lastRounds) {
        /** The number of rows sampled together. Chains keep the number with which the first model files were sampled. */
        private static final int CHAIN_ROWS = 1024;

        private static final int REVERSE_ROWS = 4096;

        /** More on a GPU, which fewer would not keep busy. */
        private static final int GPU_ROWS = 16_384;

        /**
         * Checks the ranges.
         *
         * @throws IllegalArgumentException if a setting is out of range
         */
        public Sampling {
            Setting.check(reverseSteps >= 0 && reverseSteps <= 100_000, "reverseSteps", reverseSteps, "0 to 100,000");
            Setting.check(correctEvery >= 0 && correctEvery <= 100_000, "correctEvery", correctEvery, "0 to 100,000");
            Setting.check(tries >= 0 && tries <= 100_000, "tries", tries, "0 to 100,000");
            Setting.check(levels >= 2 && levels <= 100_000, "levels", levels, "2 to 100,000");
            Setting.check(rounds >= 1 && rounds <= 10_000, "rounds", rounds, "1 to 10,000");
            Setting.check(lastRounds >= 0 && lastRounds <= 100_000, "lastRounds", lastRounds, "0 to 100,000");
        }

        /** The number of rows sampled together; the rows of a seed depend on it. */
        int rowsTogether(Device device) {
            return device == Device.CUDA ? GPU_ROWS : reverseSteps > 0 ? REVERSE_ROWS : CHAIN_ROWS;
        }
    }

    /**
     * A preset by name; presets were chosen by measurement, see docs/results/tabular.md.
     *
     * @throws IllegalArgumentException if there is no preset of this name
     */
    public static TabularSpec preset(String name) {
        return switch (name) {
            case "fast" ->
                annealed(
                        new Network(192, 3, 32, 64),
                        new Training(1, 2.3, 512, 6_000, UNLIMITED, 4e-3, 0.02, 0.999),
                        new Sampling(34, 0, 10, 100, 1, 20));
            case "balanced" ->
                annealed(
                        new Network(256, 3, 32, 64),
                        new Training(1, 2.3, 1024, 10_000, UNLIMITED, 4e-3, 0.02, 0.999),
                        new Sampling(30, 2, 10, 200, 1, 20));
            case "best" ->
                annealed(
                        new Network(512, 3, 32, 64),
                        new Training(1, 2.3, 1024, 20_000, UNLIMITED, 4e-3, 0.02, 0.999),
                        new Sampling(60, 2, 10, 400, 1, 40));
            case "paper" ->
                new TabularSpec(
                        TabularMethod.named("tabed-uni"),
                        new Network(1024, 3, 4, 1),
                        new Training(32, 0, 4096, 20_000, UNLIMITED, 1e-4, 5e-4, 0),
                        new Sampling(0, 0, 0, 200, 1, 0),
                        1);
            default ->
                throw new IllegalArgumentException(
                        "'" + name + "' is not a preset: there are fast, balanced, best, paper");
        };
    }

    private static TabularSpec annealed(Network network, Training training, Sampling sampling) {
        return new TabularSpec(AnnealedMethod.INSTANCE, network, training, sampling, 1);
    }

    /** The number of updates on a table of this many rows: those of the training, or fewer where the method makes no more. */
    public long steps(int rows) {
        return training.plan(method, rows).steps();
    }

    /** Every setting by its name, the method first and the seed last. */
    public Map<String, Object> settings() {
        return RecordSettings.of(this);
    }

    /**
     * The same with one setting changed, by its name.
     *
     * @throws IllegalArgumentException if there is no such setting, or the value is not allowed
     */
    public TabularSpec with(String setting, String value) {
        return RecordSettings.with(this, setting, value);
    }

    /** The same settings with another method. */
    public TabularSpec withMethod(TabularMethod other) {
        return new TabularSpec(other, network, training, sampling, seed);
    }

    /** The same with another number of updates. */
    public TabularSpec withSteps(long other) {
        return with("steps", Long.toString(other));
    }

    /** The same with a time limit in seconds, and as many steps as it allows. */
    public TabularSpec withSeconds(double other) {
        return with("seconds", Double.toString(other)).withSteps(Long.MAX_VALUE);
    }

    /** The same training with other settings of sampling. */
    public TabularSpec withSampling(Sampling other) {
        return new TabularSpec(method, network, training, other, seed);
    }

    /** The same with another seed. */
    public TabularSpec withSeed(long other) {
        return new TabularSpec(method, network, training, sampling, other);
    }
}
