package dev.calor.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.energy.Energy;
import dev.calor.random.RandomStream;
import dev.calor.sampler.Alternating;
import dev.calor.sampler.ByFormula;
import dev.calor.sampler.DiscreteLangevin;
import dev.calor.sampler.Gibbs;
import dev.calor.sampler.Langevin;
import dev.calor.sampler.Sampler;
import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Engine;
import dev.calor.tensor.Tensor;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** log Z of mixed rows along both paths, where it is known. */
class EnergyPathTest {
    private static final double[] HEIGHTS = {0, 2, -1};
    private static final double[] MEANS = {0, 1, -1};

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    /** A category k of height h_k and two numbers around m_k, one of them narrow: log Z = log Σ_k exp(−h_k) + log 2π − log 2. */
    private static Tensor mixture(Tensor oneHot, Tensor numbers, Tensor share) {
        Tensor heights = oneHot.matmul(Tensor.real(ByFormula.DEVICE, HEIGHTS, 3, 1));
        Tensor means = oneHot.matmul(Tensor.real(ByFormula.DEVICE, MEANS, 3, 1));
        Tensor away = numbers.minus(means.times(share.unsqueeze(1)));
        Tensor precision = Tensor.cat(1, share.unsqueeze(1).times(0.0), share.unsqueeze(1))
                .times(3.0)
                .plus(1.0);
        return away.square()
                .times(precision)
                .sum(1)
                .times(0.5)
                .plus(heights.select(1, 0).times(share));
    }

    private static final ProductSpace SPACE = ProductSpace.of(new Uniform(3), new Numeric(), new Numeric());

    static Stream<EnergyPath> paths() {
        Energy untold = ByFormula.on(
                SPACE,
                (oneHot, numbers, levels) ->
                        mixture(oneHot, numbers, Tensor.full(ByFormula.DEVICE, 1, numbers.size(0))));
        Energy told = ByFormula.on(SPACE, (oneHot, numbers, levels) -> {
            assertNotNull(levels);
            return mixture(oneHot, numbers, levels.negate().plus(1.0));
        });
        return Stream.of(new Tempering(untold), new Denoising(told));
    }

    @ParameterizedTest
    @MethodSource("paths")
    @DisplayName("From noise to mixed rows, with kept gradients and without: log Z within 4 standard errors")
    void mixed(EnergyPath path) {
        double exact = Math.log(1 + Math.exp(-2) + Math.E) + Math.log(2 * Math.PI) - Math.log(2);
        for (Sampler sampler : new Sampler[] {
            new Alternating(new Langevin(0.1, true, false), new DiscreteLangevin(1, true)),
            new Alternating(new Langevin(0.1, true, false), new Gibbs())
        }) {
            LogPartition found = new AnnealedImportanceSampling(sampler, 500, 200)
                    .logPartition(path, RandomStream.of(3), (step, rows) -> {});
            assertEquals(exact, found.value(), 4 * found.standardError(), path + " by " + sampler);
            assertTrue(found.standardError() < 0.1, path + " by " + sampler + ": " + found);
        }
    }
}
