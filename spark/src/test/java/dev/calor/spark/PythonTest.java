package dev.calor.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.param.Param;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import py4j.reflection.MethodInvoker;
import py4j.reflection.ReflectionEngine;

/** PySpark's JavaWrapper calls methods by py4j, which finds them by name and by what Python sends: Integer, Double, String, ArrayList. */
class PythonTest {
    private static final ReflectionEngine PY4J = new ReflectionEngine();

    private static Object call(Object object, String method, Object... arguments) {
        MethodInvoker found = PY4J.getMethod(object, method, arguments);
        return PY4J.invoke(object, found, arguments);
    }

    private static List<String> list(String... items) {
        return new ArrayList<>(Arrays.asList(items));
    }

    @Test
    @DisplayName("Python sets and gets every parameter of an estimator")
    void estimator() {
        String name = "dev.calor.spark.CalorEstimator";
        Object estimator = PY4J.invoke(null, PY4J.getConstructor(name, new Object[0]), new Object[0]);
        call(estimator, "setPreset", "fast");
        call(estimator, "setSettings", list("width=8", "steps=3"));
        call(estimator, "setSeed", 7);
        call(estimator, "setTasks", 2);
        call(estimator, "setThreads", 3);
        call(estimator, "setKeep", list("id"));
        call(estimator, "setSchema", "{}");
        call(estimator, "setTarget", "city");
        call(estimator, "setCheckpointDir", "here");
        call(estimator, "setCheckpointInterval", 5);
        call(estimator, "setTimeout", 60);
        assertEquals("fast", call(estimator, "getPreset"));
        assertArrayEquals(new String[] {"width=8", "steps=3"}, (String[]) call(estimator, "getSettings"));
        assertEquals(7L, call(estimator, "getSeed"));
        assertEquals(2, call(estimator, "getTasks"));
        assertEquals(3, call(estimator, "getThreads"));
        assertArrayEquals(new String[] {"id"}, (String[]) call(estimator, "getKeep"));
        assertEquals("{}", call(estimator, "getSchema"));
        assertEquals("city", call(estimator, "getTarget"));
        assertEquals("here", call(estimator, "getCheckpointDir"));
        assertEquals(5, call(estimator, "getCheckpointInterval"));
        assertEquals(60, call(estimator, "getTimeout"));
        assertEquals(11, ((Param<?>[]) call(estimator, "params")).length);
        assertTrue(String.valueOf(call(estimator, "explainParams")).contains("steps between checkpoints"));
    }

    @Test
    @DisplayName("Python sets and gets every parameter of a model, samples, transforms and imputes")
    void model() {
        Object model = People.MODEL.copy(org.apache.spark.ml.param.ParamMap.empty());
        for (String name : List.of("Target", "PredictionCol", "ProbabilityCol", "EnergyCol", "AnomalyCol")) {
            call(model, "set" + name, "my" + name);
            assertEquals("my" + name, call(model, "get" + name));
        }
        call(model, "setSeed", 7);
        assertEquals(7L, call(model, "getSeed"));
        assertEquals(6, ((Param<?>[]) call(model, "params")).length);
        call(model, "setTarget", "city");
        assertEquals(5L, call(call(model, "sample", People.SPARK, 5, 1), "count"));
        assertEquals(5L, call(call(model, "sample", People.SPARK, 5, 1, 2), "count"));
        assertEquals(5L, call(call(model, "sample", People.SPARK, 5, 1, 2, list("city=Bonn")), "count"));
        Object scored = call(model, "transform", People.rows().limit(3));
        assertArrayEquals(
                new String[] {"myPredictionCol", "myProbabilityCol", "myEnergyCol", "myAnomalyCol"},
                Arrays.copyOfRange((String[]) call(scored, "columns"), 6, 10));
        assertEquals(3L, call(call(model, "impute", People.rows().limit(3)), "count"));
    }
}
