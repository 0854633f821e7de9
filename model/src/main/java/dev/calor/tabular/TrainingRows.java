package dev.calor.tabular;

import dev.calor.rows.OneHot;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.train.DataSource;
import java.util.List;

/** The rows that a model of a table is trained on. */
interface TrainingRows extends DataSource {
    /** The correlation of every pair of numbers, each of which is N(0, 1). */
    double[][] correlation(Noise noise);

    /** The {@linkplain CrossedColumns crosses} of finite columns. */
    List<List<Integer>> crosses(OneHot layout, Device device);
}
