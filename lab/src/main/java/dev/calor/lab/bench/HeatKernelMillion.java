package dev.calor.lab.bench;

import dev.calor.heat.DiffusionTime;
import dev.calor.heat.DiffusionTime.Scaling;
import dev.calor.heat.HeatKernel;
import dev.calor.random.RandomStream;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A column of a million levels: the kernel and its first draw, and a whole row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class HeatKernelMillion {
    private static final int SIZE = 1_000_000;

    @Param({"cyclic", "ordinal"})
    public String space = "cyclic";

    @Param({"FIXED", "LINEAR", "QUADRATIC"})
    public Scaling scaling = Scaling.FIXED;

    @Benchmark
    public int buildAndDraw() {
        return kernel().draw(SIZE / 2, RandomStream.of(1));
    }

    @Benchmark
    public double[] buildAndRow() {
        return kernel().row(SIZE / 2);
    }

    private HeatKernel kernel() {
        return HeatKernel.of(HeatKernelDraw.space(space, SIZE), new DiffusionTime(scaling, 0.005));
    }
}
