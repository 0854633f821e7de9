package dev.calor.energy.mlp;

import dev.calor.energy.DerivedEnergy;
import dev.calor.energy.Energy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.rows.Batch;
import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A folded perceptron that keeps what its hidden layers yield, and takes gradients back through them itself: no graph, and no memory
 * but that of the activations. To the engine its energies are variables.
 */
final class RecordedMlp implements DerivedEnergy, TrainableEnergy {
    private final FoldedMlp folded;
    private final List<Evaluation> evaluations = new ArrayList<>();
    private boolean relaxed; // whether the engine has a part in it

    /** A first layer is a product, or sums that have their history with the engine. */
    private record Evaluation(
            HiddenLayers.Pass pass,
            FoldedMlp.@Nullable Product product,
            @Nullable Tensor sums) {}

    RecordedMlp(FoldedMlp folded) {
        this.folded = folded;
    }

    @Override
    public Tensor energy(Batch batch) {
        if (NoGradient.isOpen()) {
            return folded.energy(batch);
        }
        Tensor sums = folded.summed() ? folded.sums(batch) : null;
        try (NoGradient guard = NoGradient.open()) {
            FoldedMlp.Product product = sums == null ? folded.product(batch) : null;
            Tensor first = sums == null ? Objects.requireNonNull(product).result() : sums.detach();
            HiddenLayers.Pass pass = folded.hidden().pass(first);
            evaluations.add(new Evaluation(pass, product, sums));
            return pass.energies().track();
        }
    }

    @Override
    public List<Tensor> parameters() {
        return folded.parameters();
    }

    @Override
    public List<Tensor> unfolded(List<Tensor> gradients) {
        return folded.unfolded(gradients);
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
            pullBack(evaluations.get(e), found.get(e), gradients);
        }
        for (int v = evaluations.size(); v < variables.size(); v++) {
            HiddenLayers.add(gradients, variables.get(v), found.get(v));
        }
        return parameters.stream()
                .map(gradients::get)
                .map(Objects::requireNonNull)
                .toList();
    }

    private void pullBack(Evaluation evaluation, Tensor ofEnergies, Map<Tensor, Tensor> gradients) {
        HiddenLayers hidden = folded.hidden();
        try (NoGradient guard = NoGradient.open()) {
            if (evaluation.product == null) {
                Tensor sums = Objects.requireNonNull(evaluation.sums);
                folded.pullBack(sums, hidden.pullBack(evaluation.pass, ofEnergies, gradients), gradients);
                return;
            }
            Gathered some = device() == Device.CUDA ? null : Gathered.weighty(ofEnergies, device());
            FoldedMlp.Product product = some == null ? evaluation.product : evaluation.product.only(some);
            HiddenLayers.Pass pass = some == null ? evaluation.pass : evaluation.pass.only(some);
            Tensor weights = some == null ? ofEnergies : some.of(ofEnergies);
            folded.pullBack(product, hidden.pullBack(pass, weights, gradients), gradients);
        }
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
