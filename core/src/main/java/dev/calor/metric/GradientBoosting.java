package dev.calor.metric;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;

/** Boosted trees by XGBoost: the only class that uses the library, and the owner of its native memory. */
final class GradientBoosting implements AutoCloseable {
    /** One thread: OpenMP threads spin while they wait, so that two on a busy machine took ten times as long as one. */
    private static final int THREADS = 1;

    /** XGBoost's default learning rate. */
    private static final double RATE = 0.3;

    /** Up to a gigabyte of bins, a byte each. */
    private static final long DENSE_CELLS = 1L << 30;

    /** What the trees predict. */
    enum Objective {
        BINARY("binary:logistic"),
        CLASSES("multi:softprob"),
        SQUARED_ERROR("reg:squarederror");

        private final String name;

        Objective(String name) {
            this.name = name;
        }
    }

    private final Booster booster;

    private GradientBoosting(Booster booster) {
        this.booster = booster;
    }

    /** Rows inside XGBoost. */
    static final class Matrix implements AutoCloseable {
        private final DMatrix matrix;
        private final long cells;

        private Matrix(DMatrix matrix, long cells) {
            this.matrix = matrix;
            this.cells = cells;
        }

        static Matrix of(SparseRows rows, float[] labels) {
            long[] starts = Arrays.stream(rows.starts()).asLongStream().toArray();
            int stored = rows.starts()[rows.rows()];
            float[] values = new float[stored];
            for (int i = 0; i < stored; i++) {
                // XGBoost refuses infinite values.
                values[i] = (float) Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, rows.values()[i]));
            }
            // XGBoost fails without a feature; one in which nothing is stored says nothing.
            int width = Math.max(1, rows.width());
            return calling(() -> {
                DMatrix matrix =
                        new DMatrix(starts, Arrays.copyOf(rows.slots(), stored), values, DMatrix.SparseType.CSR, width);
                matrix.setLabel(labels);
                return new Matrix(matrix, (long) rows.rows() * width);
            });
        }

        @Override
        public void close() {
            matrix.dispose();
        }
    }

    /** Fits as many trees (for each class) as the setting says. */
    static GradientBoosting fit(Matrix train, BoostingSetting setting, Objective objective, int classes) {
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("objective", objective.name);
        parameters.put("max_depth", setting.depth());
        parameters.put("min_child_weight", setting.childWeight());
        parameters.put("gamma", setting.gamma());
        parameters.put("eta", RATE);
        parameters.put("tree_method", "hist");
        parameters.put("nthread", THREADS);
        parameters.put("verbosity", 0);
        if (train.cells <= DENSE_CELLS) {
            // Store the bins of every column densely: searching sparse ones made deep trees on Adult 50 times slower.
            parameters.put("sparse_threshold", 0);
        }
        if (objective == Objective.CLASSES) {
            parameters.put("num_class", classes);
        }
        return calling(() -> new GradientBoosting(Objects.requireNonNull(
                XGBoost.train(train.matrix, parameters, setting.trees(), Map.of(), null, null))));
    }

    /** Predictions by the first trees (of each class): probabilities of the second class, of each class, or values. */
    double[][] predict(Matrix rows, int trees) {
        float[][] predicted = calling(() -> booster.predict(rows.matrix, false, trees));
        double[][] widened = new double[predicted.length][];
        for (int i = 0; i < predicted.length; i++) {
            widened[i] = new double[predicted[i].length];
            for (int j = 0; j < predicted[i].length; j++) {
                widened[i][j] = predicted[i][j];
            }
        }
        return widened;
    }

    @Override
    public void close() {
        booster.dispose();
    }

    private interface Call<T> {
        T run() throws XGBoostError;
    }

    private static <T> T calling(Call<T> call) {
        try {
            return call.run();
        } catch (XGBoostError failed) {
            throw new IllegalStateException("XGBoost failed: " + failed.getMessage(), failed);
        } catch (LinkageError absent) {
            throw new IllegalStateException(
                    "XGBoost's native library does not load here (" + absent
                            + "): it needs 64-bit Linux, macOS or Windows, and OpenMP (libgomp1, or libomp on macOS)",
                    absent);
        }
    }
}
