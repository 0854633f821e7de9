package dev.calor.spark;

import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;

/** The parameters of {@link CalorModel}, with their defaults. */
abstract class ModelParams extends Model<CalorModel> {
    private static final long serialVersionUID = 1;

    private final String uid;
    private final Param<String> target;
    private final Param<String> predictionCol;
    private final Param<String> probabilityCol;
    private final Param<String> energyCol;
    private final Param<String> anomalyCol;
    private final LongParam seed;

    ModelParams(String uid) {
        this.uid = uid; // first: parameters ask for it
        target = Parameters.text(this, "target", "column to predict; \"\" for none", "");
        predictionCol =
                Parameters.text(this, "predictionCol", "column for the likeliest level; \"\" for none", "prediction");
        probabilityCol = Parameters.text(
                this, "probabilityCol", "column for the probabilities of levels; \"\" for none", "probability");
        energyCol =
                Parameters.text(this, "energyCol", "column for the energy, lower is likelier; \"\" for none", "energy");
        anomalyCol = Parameters.text(
                this,
                "anomalyCol",
                "column for the fraction of training rows that are likelier; \"\" for none",
                "anomaly");
        seed = Parameters.seed(this, "seed of what is drawn");
    }

    @Override
    public String uid() {
        return uid;
    }

    /** The column to predict. */
    public Param<String> target() {
        return target;
    }

    /** The value of {@link #target}. */
    public String getTarget() {
        return getOrDefault(target);
    }

    /** The column for the likeliest level of the target. */
    public Param<String> predictionCol() {
        return predictionCol;
    }

    /** The value of {@link #predictionCol}. */
    public String getPredictionCol() {
        return getOrDefault(predictionCol);
    }

    /** The column for the probabilities of the target's levels, a vector in their order. */
    public Param<String> probabilityCol() {
        return probabilityCol;
    }

    /** The value of {@link #probabilityCol}. */
    public String getProbabilityCol() {
        return getOrDefault(probabilityCol);
    }

    /** The column for the energy. */
    public Param<String> energyCol() {
        return energyCol;
    }

    /** The value of {@link #energyCol}. */
    public String getEnergyCol() {
        return getOrDefault(energyCol);
    }

    /** The column for the fraction of training rows that are likelier. */
    public Param<String> anomalyCol() {
        return anomalyCol;
    }

    /** The value of {@link #anomalyCol}. */
    public String getAnomalyCol() {
        return getOrDefault(anomalyCol);
    }

    /** The seed of what is drawn. */
    public LongParam seed() {
        return seed;
    }

    /** The value of {@link #seed}. */
    public long getSeed() {
        return (Long) getOrDefault(seed);
    }
}
