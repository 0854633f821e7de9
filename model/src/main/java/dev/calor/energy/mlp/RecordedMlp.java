package dev.calor.energy.mlp;

import dev.calor.energy.DerivedEnergy;
import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
import dev.calor.energy.TrainableEnergy;
import dev.calor.energy.mlp.FoldedMlp.Derived;
import dev.calor.rows.Batch;
import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folded network that keeps its activations and computes its own backward pass. The engine records no graph of the network; in a loss,
 * the energies are variables to it. The backward pass overwrites the activations, so it needs little more memory.
 */
final class RecordedMlp implements DerivedEnergy, TrainableEnergy {
    private final FoldedMlp folded;
    private final List<Evaluation> evaluations = new ArrayList<>();
    private boolean relaxed; // whether the engine recorded some evaluations

    /** One evaluation, whose results are variables to the engine. */
    private interface Evaluation {
        /** The results. */
        List<Tensor> variables();

        /** Backward pass: given the gradients with respect to the results, adds those of the parameters. */
        void pullBack(List<Tensor> ofVariables, Map<Tensor, Tensor> gradients);
    }

    RecordedMlp(FoldedMlp folded) {
        this.folded = folded;
    }

    @Override
    public Tensor energy(Batch batch) {
        if (NoGradient.isOpen()) {
            return folded.energy(batch);
        }
        Derived derived = folded.derived(batch, false);
        Tensor sums = folded.summed() ? folded.sums(batch, derived) : null;
        try (NoGradient guard = NoGradient.open()) {
            FoldedMlp.Product product = sums == null ? folded.product(batch, derived) : null;
            Tensor first = sums == null ? Objects.requireNonNull(product).result() : sums.detach();
            HiddenLayers.Pass pass = folded.hidden().pass(first);
            Tensor energies = folded.withGaussian(pass.energies(), derived, batch.numbers())
                    .track();
            evaluations.add(new Energies(pass, product, sums, energies));
            return energies;
        }
    }

    /** Energies alone. The first layer is a product, or sums that the engine recorded. */
    private final class Energies implements Evaluation {
        private final HiddenLayers.Pass pass;
        private final FoldedMlp.@Nullable Product product;
        private final @Nullable Tensor sums;
        private final Tensor energies;

        Energies(HiddenLayers.Pass pass, FoldedMlp.@Nullable Product product, @Nullable Tensor sums, Tensor energies) {
            this.pass = pass;
            this.product = product;
            this.sums = sums;
            this.energies = energies;
        }

        @Override
        public List<Tensor> variables() {
            return List.of(energies);
        }

        @Override
        public void pullBack(List<Tensor> ofVariables, Map<Tensor, Tensor> gradients) {
            HiddenLayers hidden = folded.hidden();
            Tensor ofEnergies = ofVariables.get(0);
            if (product == null) {
                folded.pullBack(Objects.requireNonNull(sums), hidden.pullBack(pass, ofEnergies, gradients), gradients);
                return;
            }
            Gathered some = device() == Device.CUDA ? null : Gathered.weighty(ofEnergies, device());
            FoldedMlp.Product own = some == null ? product : product.only(some);
            HiddenLayers.Pass passed = some == null ? pass : pass.only(some);
            Tensor weights = some == null ? ofEnergies : some.of(ofEnergies);
            folded.pullBack(own, hidden.pullBack(passed, weights, gradients), gradients);
        }
    }

    /**
     * Energies and their gradients with respect to the inputs. A loss of ∇U has the same gradient with respect to the parameters as
     * Σ ⟨v, ∇U⟩, the derivative of U along v = ∂loss/∂∇U, if v is held constant.
     */
    @Override
    public Gradient trackedGradient(Batch batch) {
        if (!folded.hidden().hasTangents()) {
            return TrainableEnergy.super.trackedGradient(batch);
        }
        try (NoGradient guard = NoGradient.open()) {
            WithSlopes evaluation = new WithSlopes(batch);
            evaluations.add(evaluation);
            return evaluation.gradient;
        }
    }

    /** Energies with their gradients. */
    private final class WithSlopes implements Evaluation {
        private final Tensor states;
        private final FoldedMlp.Evaluated evaluated;
        private final Gradient gradient;

        WithSlopes(Batch batch) {
            states = batch.states();
            evaluated = folded.evaluated(batch);
            gradient = new Gradient(
                    evaluated.gradient().energy().track(),
                    evaluated.gradient().oneHot().copy().track(),
                    evaluated.gradient().numbers().copy().track());
        }

        @Override
        public List<Tensor> variables() {
            return List.of(gradient.energy(), gradient.oneHot(), gradient.numbers());
        }

        @Override
        public void pullBack(List<Tensor> ofVariables, Map<Tensor, Tensor> gradients) {
            FoldedMlp.Tangent tangent = tangent(ofVariables.get(1), ofVariables.get(2));
            Tensor ofFirst = folded.hidden()
                    .pullBackTangent(
                            evaluated.pass(),
                            evaluated.back(),
                            tangent.inputs().matmul(folded.firstWeights()),
                            ofVariables.get(0),
                            gradients);
            folded.pullBack(
                    evaluated.product(), ofFirst, tangent, evaluated.back().ofFirstLayer(), gradients);
        }

        /** The derivative of the first layer's inputs along a direction of one-hot codes and numbers. The noise level is constant. */
        private FoldedMlp.Tangent tangent(Tensor ofOneHot, Tensor ofNumbers) {
            Derived derived = evaluated.derived();
            List<Tensor> cells = derived.cells() == null
                    ? List.of()
                    : folded.crosses().pushed(device(), states, derived.cells(), ofOneHot);
            Tensor[] parts = Stream.of(
                            ofOneHot,
                            ofNumbers,
                            Tensor.zeros(
                                    device(),
                                    ofNumbers.size(0),
                                    folded.inputsBeforeFeatures() - ofOneHot.size(1) - ofNumbers.size(1)),
                            derived.numbers() == null ? null : folded.features().pushed(derived.numbers(), ofNumbers),
                            cells.isEmpty() ? null : folded.crosses().vectors(folded.crossTable(), cells))
                    .filter(Objects::nonNull)
                    .toArray(Tensor[]::new);
            return new FoldedMlp.Tangent(Tensor.cat(1, parts), cells);
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

    /** The engine differentiates the loss with respect to the results of evaluations; the rest of the backward pass is written out here. */
    @Override
    public List<Tensor> gradients(Tensor loss) {
        List<Tensor> variables = new ArrayList<>();
        evaluations.forEach(evaluation -> variables.addAll(evaluation.variables()));
        int own = variables.size();
        List<Tensor> parameters = parameters();
        if (relaxed) {
            variables.addAll(parameters);
        }
        List<Tensor> found = loss.gradients(variables);
        Map<Tensor, Tensor> gradients = new HashMap<>(); // by identity
        try (NoGradient guard = NoGradient.open()) {
            int next = 0;
            for (Evaluation evaluation : evaluations) {
                int count = evaluation.variables().size();
                evaluation.pullBack(found.subList(next, next + count), gradients);
                next += count;
            }
        }
        for (int v = own; v < variables.size(); v++) {
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
        // the scope in which they were folded owns the parameters
    }
}
