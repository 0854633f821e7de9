package dev.calor.energy.mlp;

import dev.calor.energy.DerivedEnergy;
import dev.calor.energy.Energy;
import dev.calor.energy.Gradient;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folded perceptron that keeps what its hidden layers yield, and takes gradients back through them itself: no graph, and no memory
 * but that of the activations. To the engine its energies are variables.
 */
final class RecordedMlp implements DerivedEnergy, TrainableEnergy {
    private final FoldedMlp folded;
    private final List<Evaluation> evaluations = new ArrayList<>();
    private boolean relaxed; // whether the engine has a part in it

    /** One evaluation: to the engine its results are variables. */
    private interface Evaluation {
        List<Tensor> variables();

        /** The backward pass, given the gradients with respect to the variables. */
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
        NumberFeatures.Values values = folded.values(batch, false);
        Tensor sums = folded.summed() ? folded.sums(batch, values) : null;
        try (NoGradient guard = NoGradient.open()) {
            FoldedMlp.Product product = sums == null ? folded.product(batch, values) : null;
            Tensor first = sums == null ? Objects.requireNonNull(product).result() : sums.detach();
            HiddenLayers.Pass pass = folded.hidden().pass(first);
            Tensor energies = folded.withGaussian(pass.energies(), values, batch.numbers())
                    .track();
            evaluations.add(new Energies(pass, product, sums, energies));
            return energies;
        }
    }

    /** A first layer is a product, or sums that have their history with the engine. */
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
     * Energies and their gradients with respect to inputs, by the backward pass of the network. The gradients of a loss of these are
     * those of the derivative of U along the direction v = ∂loss/∂(gradients), a constant: Σ ⟨v, ∇U⟩.
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

    private final class WithSlopes implements Evaluation {
        private final NumberFeatures.@Nullable Values values;
        private final FoldedMlp.Product product;
        private final HiddenLayers.Pass pass;
        private final HiddenLayers.Backward back;
        private final Gradient gradient;

        WithSlopes(Batch batch) {
            values = folded.values(batch, true);
            product = folded.oneHotProduct(batch, values);
            pass = folded.hidden().pass(product.result());
            back = folded.hidden().backward(pass);
            Tensor ofInputs = back.ofFirstLayer().matmul(folded.firstWeights().transpose());
            long slots = layout().slots();
            Tensor ofNumbers = ofInputs.narrow(1, slots, batch.numbers().size(1));
            if (values != null) {
                long before = folded.inputsBeforeFeatures();
                ofNumbers = ofNumbers
                        .plus(folded.features().pulled(values, ofInputs.narrow(1, before, ofInputs.size(1) - before)))
                        .plus(folded.features().gaussianSlope(values, batch.numbers()));
            }
            gradient = new Gradient(
                    folded.withGaussian(pass.energies(), values, batch.numbers())
                            .track(),
                    ofInputs.narrow(1, 0, slots).copy().track(),
                    ofNumbers.copy().track());
        }

        @Override
        public List<Tensor> variables() {
            return List.of(gradient.energy(), gradient.oneHot(), gradient.numbers());
        }

        @Override
        public void pullBack(List<Tensor> ofVariables, Map<Tensor, Tensor> gradients) {
            Tensor tangent = tangent(ofVariables.get(1), ofVariables.get(2));
            Tensor ofFirst = folded.hidden()
                    .pullBackTangent(pass, back, tangent.matmul(folded.firstWeights()), ofVariables.get(0), gradients);
            folded.pullBack(product, ofFirst, tangent, back.ofFirstLayer(), gradients);
        }

        /** How the inputs of the first layer change along a direction of one-hot codes and numbers: the noise level does not. */
        private Tensor tangent(Tensor ofOneHot, Tensor ofNumbers) {
            Tensor[] parts = Stream.of(
                            ofOneHot,
                            ofNumbers,
                            Tensor.zeros(
                                    device(),
                                    ofNumbers.size(0),
                                    folded.inputsBeforeFeatures() - ofOneHot.size(1) - ofNumbers.size(1)),
                            values == null ? null : folded.features().pushed(values, ofNumbers))
                    .filter(Objects::nonNull)
                    .toArray(Tensor[]::new);
            return Tensor.cat(1, parts);
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
        // the parameters belong to the scope in which they were folded
    }
}
