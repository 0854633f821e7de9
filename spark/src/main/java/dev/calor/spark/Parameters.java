package dev.calor.spark;

import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.param.StringArrayParam;

/** Makes parameters of a stage of Spark ML, each with its default. */
final class Parameters {
    private Parameters() {}

    static Param<String> text(Params stage, String name, String meaning, String usual) {
        Param<String> param = new Param<>(stage, name, meaning);
        stage.setDefault(param, usual);
        return param;
    }

    /** Several texts; none by default. */
    static StringArrayParam texts(Params stage, String name, String meaning) {
        StringArrayParam param = new StringArrayParam(stage, name, meaning);
        stage.setDefault(param, new String[0]);
        return param;
    }

    static IntParam count(Params stage, String name, String meaning, int usual) {
        IntParam param = new IntParam(stage, name, meaning);
        stage.setDefault(param, usual);
        return param;
    }

    /** A seed; 1 by default. */
    static LongParam seed(Params stage, String meaning) {
        LongParam param = new LongParam(stage, "seed", meaning);
        stage.setDefault(param, 1L);
        return param;
    }
}
