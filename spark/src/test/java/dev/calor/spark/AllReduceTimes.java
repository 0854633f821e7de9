package dev.calor.spark;

import dev.calor.tensor.Device;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.sql.SparkSession;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;

/** Measures sums of gradients over two tasks. */
final class AllReduceTimes
        extends AbstractFunction1<scala.collection.Iterator<Long>, scala.collection.Iterator<double[]>>
        implements Serializable {
    private static final long serialVersionUID = 1;

    private final int floats;
    private final int repeats;

    private AllReduceTimes(int floats, int repeats) {
        this.floats = floats;
        this.repeats = repeats;
    }

    /** The milliseconds of each sum, in ascending order. */
    static double[] of(SparkSession spark, int floats, int repeats) {
        return spark.range(0, 2, 1, 2)
                .toJavaRDD()
                .rdd()
                .barrier()
                .mapPartitions(
                        new AllReduceTimes(floats, repeats), false, ClassTag$.MODULE$.<double[]>apply(double[].class))
                .toJavaRDD()
                .collect()
                .get(0);
    }

    @Override
    public scala.collection.Iterator<double[]> apply(scala.collection.Iterator<Long> none) {
        BarrierTaskContext context = BarrierTaskContext.get();
        double[] millis = new double[repeats];
        try (Meeting meeting = new Meeting(
                        context, new Secret("cost"), Files.createTempDirectory("calor-cost"), Duration.ofSeconds(60));
                Scope scope = Scope.open()) {
            Tensor gradient = Tensor.full(Device.CPU, 1, floats);
            for (int i = 0; i < repeats; i++) {
                long began = System.nanoTime();
                double sum = meeting.peers().sum(1, List.of(gradient));
                millis[i] = (System.nanoTime() - began) / 1e6;
                if (sum != 2) {
                    throw new IllegalStateException("1 + 1 = " + sum);
                }
            }
            context.barrier();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        Arrays.sort(millis);
        return CollectionConverters.asScala(List.of(millis).iterator());
    }
}
