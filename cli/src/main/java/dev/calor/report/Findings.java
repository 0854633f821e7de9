package dev.calor.report;

import dev.calor.metric.AlphaBeta;
import dev.calor.metric.BesideUnseen;
import dev.calor.metric.ClosestRecords;
import dev.calor.metric.Detection;
import dev.calor.metric.Distribution;
import dev.calor.metric.KMarginal;
import dev.calor.metric.Privacy;
import dev.calor.metric.Quality;
import dev.calor.metric.Utility;
import dev.calor.metric.Validity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that was measured.
 *
 * @param quality scores of columns and pairs
 * @param coverage alpha-precision and beta-recall; null where it was left out
 * @param marginals null where it was left out
 * @param nearness null where it was left out
 * @param usefulness null without a holdout and a target, or where it was left out
 */
public record Findings(
        Comparison of,
        BesideUnseen<Quality> quality,
        List<Distribution> distributions,
        Validity validity,
        Telling telling,
        @Nullable BesideUnseen<AlphaBeta> coverage,
        @Nullable Marginals marginals,
        @Nullable Nearness nearness,
        @Nullable Usefulness usefulness) {
    public Findings {
        distributions = List.copyOf(distributions);
    }

    /** Whether what takes long was left out. */
    public boolean isFast() {
        return nearness == null;
    }

    /**
     * Whether classifiers tell synthetic rows from real ones.
     *
     * @param boosted by XGBoost: the headline
     * @param logistic by logistic regression, which hardly sees how columns depend on each other
     */
    public record Telling(BesideUnseen<Detection> boosted, BesideUnseen<Detection> logistic) {}

    /**
     * How alike contingency tables of two and three columns are.
     *
     * @param sample the score of 40 % of the real rows
     */
    public record Marginals(BesideUnseen<KMarginal> score, KMarginal sample) {}

    /**
     * How near synthetic rows come to those the model was fitted to.
     *
     * @param newRows the share of rows that match no real one
     * @param synthetic from synthetic to real rows
     * @param holdout from as many rows of the holdout to real rows; null without a holdout
     * @param privacy of real, holdout and synthetic rows; null without a holdout
     * @param asked how many synthetic rows took part in distances
     * @param searched among how many real rows
     */
    public record Nearness(
            BesideUnseen<Double> newRows,
            ClosestRecords synthetic,
            @Nullable ClosestRecords holdout,
            @Nullable Privacy privacy,
            int asked,
            int searched) {}

    /**
     * What a table is good for.
     *
     * @param synthetic XGBoost trained on synthetic rows
     * @param real XGBoost trained on real rows
     * @param rows how many synthetic rows were trained on
     * @param realRows how many real ones
     */
    public record Usefulness(String target, Utility synthetic, Utility real, int rows, int realRows) {
        public boolean isClassified() {
            return !synthetic.classes().isEmpty();
        }

        /** Predictions of classes as a forecast. */
        static Forecast forecast(Utility utility) {
            int[] truth = new int[utility.truth().length];
            for (int row = 0; row < truth.length; row++) {
                truth[row] = (int) utility.truth()[row];
            }
            return new Forecast(utility.classes(), utility.predictions(), truth);
        }

        /**
         * How much of what real rows teach is kept. Of AUC the part beyond guessing, (AUC_s − ½)/(AUC_r − ½); of RMSE the ratio
         * RMSE_r/RMSE_s. NaN where real rows teach nothing.
         */
        public double kept() {
            if (!isClassified()) {
                return real.score() / synthetic.score();
            }
            double gain = real.score() - 0.5;
            return gain > 0.01 ? Math.max(0, (synthetic.score() - 0.5) / gain) : Double.NaN;
        }
    }
}
