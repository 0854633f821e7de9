package dev.calor.energy;

import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A folded perceptron that keeps what its hidden layers yield, and takes gradients back through them itself: no graph, and no memory
 * but that of the activations. To the engine its energies are variables.
 */
final class RecordedMlp implements DerivedEnergy {
    private final FoldedMlp folded;
    private final List<Evaluation> evaluations = new ArrayList<>();
    private boolean relaxed; // whether the engine has a part in it

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
        List<Tensor> variables = new ArrayList<>();
        evaluations.forEach(evaluation -> variables.add(evaluation.pass.energies()));
        List<Tensor> parameters = parameters();
        if (relaxed) {
            variables.addAll(parameters);
        }
        List<Tensor> found = loss.gradients(variables);
        Map<Tensor, Tensor> gradients = new HashMap<>(); // by identity
        for (int e = 0; e < evaluations.size(); e++) {
            HiddenLayers.Pass pass = evaluations.get(e).pass;
            Tensor ofFirstLayer = folded.hidden().pullBack(pass, found.get(e), gradients);
            evaluations.get(e).firstBack.accept(ofFirstLayer, gradients);
        }
        for (int v = evaluations.size(); v < variables.size(); v++) {
            HiddenLayers.add(gradients, variables.get(v), found.get(v));
        }
        return parameters.stream()
                .map(gradients::get)
                .map(Objects::requireNonNull)
                .toList();
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        relaxed = true;
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
