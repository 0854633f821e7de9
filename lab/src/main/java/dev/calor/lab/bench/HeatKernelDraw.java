package dev.calor.lab.bench;

import dev.calor.heat.DiffusionTime;
import dev.calor.heat.HeatKernel;
import dev.calor.random.RandomStream;
import dev.calor.space.Absorbing;
import dev.calor.space.Cyclic;
import dev.calor.space.FiniteSpace;
import dev.calor.space.Ordinal;
import dev.calor.space.Uniform;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A draw from an existing kernel, compared with the one random number that it needs. Target: four times its time. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HeatKernelDraw {
    private static final int NEGATIVES = 32;

    @Param({"uniform", "absorbing", "cyclic", "ordinal", "graph"})
    public String space = "uniform";

    @Param({"16", "1000"})
    public int size;

    private RandomStream random = RandomStream.of(0);
    private HeatKernel kernel = HeatKernel.of(new Uniform(1), DiffusionTime.fixed(0));
    private int state;

    @Setup
    public void build() {
        random = RandomStream.of(1);
        kernel = HeatKernel.of(space(space, size), DiffusionTime.fixed(0.5));
        for (int from = 0; from < size; from++) {
            kernel.draw(from, random); // graphs compute their rows on first use
        }
    }

    static FiniteSpace space(String name, int size) {
        return switch (name) {
            case "uniform" -> new Uniform(size);
            case "absorbing" -> new Absorbing(size);
            case "cyclic" -> new Cyclic(size);
            case "ordinal" -> new Ordinal(size);
            case "graph" -> Graphs.lattice(size);
            default -> throw new IllegalArgumentException(name);
        };
    }

    @Benchmark
    public double nextDouble() {
        return random.nextDouble();
    }

    /** A new state every time, the worst case: a graph of 1,000 states then reads 8 MB of tables in turn. */
    @Benchmark
    public int draw() {
        state = state == size - 1 ? 0 : state + 1;
        return kernel.draw(state, random);
    }

    /** The pattern of training: M negatives of one y. */
    @Benchmark
    @OperationsPerInvocation(NEGATIVES)
    public int drawNegatives() {
        state = state == size - 1 ? 0 : state + 1;
        int sum = 0;
        for (int j = 0; j < NEGATIVES; j++) {
            sum += kernel.drawPosterior(state, random);
        }
        return sum;
    }
}
