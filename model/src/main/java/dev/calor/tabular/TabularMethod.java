package dev.calor.tabular;

import dev.calor.energy.Energy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.energy.mlp.DerivedInputs;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.estimate.EnergyPath;
import dev.calor.objective.Objective;
import dev.calor.perturb.DataNoise;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.sampler.SamplePart;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Noise;
import dev.calor.train.LearningRate;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How a model of a table is trained and sampled: everything in which Calor's own method and those of the paper differ. */
public abstract sealed class TabularMethod permits AnnealedMethod, PaperMethod {
    private final String name;

    TabularMethod(String name) {
        this.name = name;
    }

    /** All methods, Calor's own first. */
    public static List<TabularMethod> all() {
        return Stream.concat(Stream.of(AnnealedMethod.INSTANCE), PaperMethod.ALL.stream())
                .toList();
    }

    /**
     * The method with this name on the command line, such as {@code annealed} or {@code tabed-uni}.
     *
     * @throws IllegalArgumentException if there is no such method
     */
    public static TabularMethod named(String name) {
        String plain = name.toLowerCase(Locale.ROOT).replace('_', '-'); // the first model files have TABED_UNI
        return all().stream()
                .filter(method -> method.name.equals(plain))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not a method: there are "
                        + all().stream().map(TabularMethod::toString).collect(Collectors.joining(", "))));
    }

    /** The graph over which heat flows in the finite columns. */
    abstract Structure structure();

    /** Whether numbers are redrawn in every batch from the interval of the distribution function that they stand for. */
    abstract boolean drawsNumbers();

    /** Whether a column of numbers with few different values is encoded as states, by the rule of {@link FewValues}. */
    abstract boolean statesForFewValues();

    /** The architecture of a network of this size. */
    abstract MlpEnergy.Architecture architecture(TabularSpec.Network size);

    /** The inputs of the network besides its columns, by statistics of the training rows. */
    abstract DerivedInputs derivedInputs(TableEncoder encoder, TrainingRows rows, Noise noise);

    /** The energy made of a network and the marginals of the training rows. */
    abstract TrainableEnergy energy(MlpEnergy network, Marginals marginals);

    /** Noise on the data. */
    abstract DataNoise noise(Marginals marginals);

    /** The loss of the network. */
    abstract Objective objective(TabularSpec.Training training, ProductSpace space, Marginals marginals);

    /** The number of updates for a table of this many rows, at most {@code most}. */
    long steps(long most, int rows, int batch) {
        return most;
    }

    /** The learning rate over time for a table of this many rows, with a given maximum. */
    abstract LearningRate schedule(double rate, int rows);

    /**
     * Draws rows ~ exp(−U) at level 0, starting from rows drawn by {@link Energy#start}.
     *
     * @param part the part of a sample that the rows are
     */
    abstract Batch sample(
            Energy target, Batch start, TabularSpec.Sampling sampling, SamplePart part, RandomStream random);

    /** The energies along which log Z is estimated. */
    abstract EnergyPath path(Energy energy);

    /** The name on the command line. */
    @Override
    public String toString() {
        return name;
    }
}
