package dev.calor.energy;

import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A folded perceptron that keeps what its hidden layers yield, and takes gradients back through them itself: no graph, and no memory
 * but that of the activations. To the engine its energies are variables.
 */
final class RecordedMlp implements DerivedEnergy {
    private final FoldedMlp folded;
    private final List<Evaluation> evaluations = new ArrayList<>();

    /** @param firstBack takes the gradients with respect to the first layer's results back to its parameters */
    private record Evaluation(HiddenLayers.Pass pass, BiConsumer<Tensor, Map<Tensor, Tensor>> firstBack) {}

    RecordedMlp(FoldedMlp folded) {
        this.folded = folded;
    }

    @Override
    public Tensor energy(Batch batch) {
        if (NoGradient.isOpen()) {
            return folded.energy(batch);
        }
        Tensor sums = folded.summed() ? folded.sums(batch) : null; // with its history
        try (NoGradient guard = NoGradient.open()) {
            if (sums != null) {
                return pass(sums.detach(), (ofSums, gradients) -> folded.pullBack(sums, ofSums, gradients));
            }
            FoldedMlp.Product product = folded.product(batch);
            return pass(product.result(), (ofResult, gradients) -> folded.pullBack(product, ofResult, gradients));
        }
    }

    private Tensor pass(Tensor firstLayer, BiConsumer<Tensor, Map<Tensor, Tensor>> firstBack) {
        HiddenLayers.Pass pass = folded.hidden().pass(firstLayer);
        evaluations.add(new Evaluation(pass, firstBack));
        return pass.energies().track();
    }

    /** From the engine with respect to energies, and to what was computed from {@link #relaxed}; from there on written out. */
    @Override
    public List<Tensor> gradients(Tensor loss) {
        List<Tensor> parameters = parameters();
        List<Tensor> variables = new ArrayList<>(parameters);
        evaluations.forEach(evaluation -> variables.add(evaluation.pass.energies()));
        List<Tensor> found = loss.gradients(variables);
        Map<Tensor, Tensor> gradients = new LinkedHashMap<>(); // by identity, in the order of the parameters
        for (int p = 0; p < parameters.size(); p++) {
            gradients.put(parameters.get(p), found.get(p));
        }
        for (int e = 0; e < evaluations.size(); e++) {
            Evaluation evaluation = evaluations.get(e);
            evaluation.firstBack.accept(
                    folded.hidden().pullBack(evaluation.pass, found.get(parameters.size() + e), gradients), gradients);
        }
        return List.copyOf(gradients.values());
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        return folded.relaxed(oneHot, numbers, levels);
    }

    @Override
    public Energy original() {
        return folded;
    }

    @Override
    public void close() {
        // the parameters belong to the scope in which they were folded
    }
}
