package dev.calor.tabular;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.calor.energy.MlpEnergy;
import dev.calor.train.LearningRate;
import dev.calor.train.TrainingPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * How a model of a table is trained and sampled.
 *
 * @param width of the hidden layers
 * @param depth how many
 * @param embedding numbers a category is embedded in
 * @param components energies U is the soft minimum of, in our method; see {@link MlpEnergy}
 * @param negatives M
 * @param batch rows a step
 * @param steps updates
 * @param seconds after which training ends, whatever the steps; infinite for never
 * @param rate the highest learning rate
 * @param weightDecay as in AdamW
 * @param average decay of the moving average of the weights; 0 for none
 * @param levels of noise that sampling passes through, from noise to data
 * @param rounds of Langevin moves at each level
 * @param lastRounds at level zero, in the end
 * @param seed of everything random in training
 */
public record TabularSpec(
        Method method,
        int width,
        int depth,
        int embedding,
        int components,
        int negatives,
        int batch,
        long steps,
        double seconds,
        double rate,
        double weightDecay,
        double average,
        int levels,
        int rounds,
        int lastRounds,
        long seed) {
    /** A batch is worked on in so many pieces on a processor. */
    static final int PIECES = 4;

    private static final double UNLIMITED = Double.POSITIVE_INFINITY;
    private static final ObjectMapper JSON = new ObjectMapper();

    public TabularSpec {
        if (width < 1
                || depth < 1
                || embedding < 1
                || components < 1
                || negatives < 1
                || levels < 2
                || rounds < 1
                || lastRounds < 0) {
            throw new IllegalArgumentException("width " + width + ", depth " + depth + ", embedding " + embedding
                    + ", components " + components + ", negatives " + negatives + ", levels " + levels + ", rounds "
                    + rounds + ", last rounds "
                    + lastRounds + ": all but the last are at least 1, levels at least 2");
        }
    }

    /** Settings by name, chosen by measurement: docs/results/tabular.md. */
    public static TabularSpec preset(String name) {
        return switch (name) {
            case "fast" ->
                new TabularSpec(
                        Method.ANNEALED, 192, 3, 8, 128, 4, 512, 6_000, UNLIMITED, 4e-3, 0.02, 0.999, 100, 1, 20, 1);
            case "balanced" ->
                new TabularSpec(
                        Method.ANNEALED, 256, 3, 8, 256, 4, 1024, 8_000, UNLIMITED, 4e-3, 0.02, 0.999, 200, 1, 20, 1);
            case "best" ->
                new TabularSpec(
                        Method.ANNEALED, 256, 3, 8, 256, 8, 2048, 16_000, UNLIMITED, 3e-3, 0.02, 0.999, 400, 1, 40, 1);
            case "paper" ->
                new TabularSpec(
                        Method.TABED_UNI, 1024, 3, 4, 1, 32, 4096, 20_000, UNLIMITED, 1e-4, 5e-4, 0, 200, 1, 0, 1);
            default ->
                throw new IllegalArgumentException(
                        "'" + name + "' is not a preset: there are fast, balanced, best, paper");
        };
    }

    public TabularSpec withMethod(Method other) {
        return with("method", other.name());
    }

    public TabularSpec withSteps(long other) {
        return with("steps", Long.toString(other));
    }

    /** Trains for so many seconds, with as many steps as they allow. */
    public TabularSpec withSeconds(double other) {
        return with("seconds", Double.toString(other)).withSteps(Long.MAX_VALUE);
    }

    /** Sampled with more or less patience; training is the same. */
    public TabularSpec withSampling(int otherLevels, int otherRounds, int otherLastRounds) {
        return with("levels", Integer.toString(otherLevels))
                .with("rounds", Integer.toString(otherRounds))
                .with("lastRounds", Integer.toString(otherLastRounds));
    }

    public TabularSpec withSeed(long other) {
        return with("seed", Long.toString(other));
    }

    /** With one setting changed, by its name. */
    public TabularSpec with(String setting, String value) {
        ObjectNode settings = JSON.valueToTree(this);
        if (!settings.has(setting)) {
            List<String> names = new ArrayList<>();
            settings.fieldNames().forEachRemaining(names::add);
            throw new IllegalArgumentException(
                    "'" + setting + "' is not a setting: there are " + String.join(", ", names));
        }
        String before = settings.get(setting).asText();
        try {
            return JSON.treeToValue(settings.put(setting, value), TabularSpec.class);
        } catch (JsonProcessingException refused) {
            String why = refused.getCause() instanceof IllegalArgumentException outOfRange
                    ? ": " + outOfRange.getMessage()
                    : "; give such as " + before;
            throw new IllegalArgumentException("'" + value + "' is not a value of '" + setting + "'" + why, refused);
        }
    }

    /** The network: the paper's plain one for its methods, a residual one that is told the level of noise for ours. */
    MlpEnergy.Architecture architecture() {
        boolean ours = method.annealed();
        return new MlpEnergy.Architecture(embedding, width, depth, ours, false, ours, components);
    }

    TrainingPlan plan(int rows) {
        LearningRate schedule = method.annealed() ? new LearningRate(rate, 100, true) : LearningRate.constant(rate);
        int own = Math.min(batch, Math.max(PIECES, rows));
        return new TrainingPlan(steps, own, schedule, 5, weightDecay, average, 50, 0, seconds, Math.min(PIECES, own));
    }
}
