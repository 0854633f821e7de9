package dev.calor.lab.bench;

import dev.calor.heat.DiffusionTime;
import dev.calor.heat.HeatKernel;
import dev.calor.space.Cyclic;
import dev.calor.space.FiniteSpace;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Building a kernel and its first row. Target at S = 1,000: 100 ms. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class HeatKernelBuild {
    @Param({"uniform", "absorbing", "cyclic", "ordinal", "graph"})
    public String space = "uniform";

    @Param({"256", "1000"})
    public int size;

    private FiniteSpace built = new Cyclic(1);

    @Setup
    public void space() {
        built = HeatKernelDraw.space(space, size);
    }

    @Benchmark
    public double[] fixedTime() {
        return HeatKernel.of(built, DiffusionTime.fixed(0.5)).row(size / 2);
    }

    @Benchmark
    public double[] quadraticTime() {
        // A lattice mixes in time S, not S²: the rule that suits it is the linear one.
        DiffusionTime time = space.equals("graph") ? DiffusionTime.linear(0.005) : DiffusionTime.quadratic(0.005);
        return HeatKernel.of(built, time).row(size / 2);
    }
}
