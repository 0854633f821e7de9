package dev.calor.report;

import dev.calor.metric.ClosestRecords;
import dev.calor.metric.Detection;
import dev.calor.metric.Detection.Discriminator;
import dev.calor.metric.Distribution;
import dev.calor.metric.NewRows;
import dev.calor.metric.Privacy;
import dev.calor.metric.Quality;
import dev.calor.metric.Utility;
import dev.calor.metric.Validity;
import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import java.util.List;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/** Measures a synthetic table. Scores of columns and pairs are of all rows; what takes more than linear time is of random ones. */
public final class Measurement {
    /** Synthetic rows, and rows of the holdout, whose nearest real rows are looked for. */
    static final int MOST_ASKED = 5_000;
    /** Real rows, and rows of the holdout, among which they are looked for. */
    static final int MOST_SEARCHED = 100_000;
    /** Rows of each table that classifiers tell apart. */
    static final int MOST_TOLD = 20_000;
    /** Rows of each table that XGBoost is trained on to predict the target. */
    static final int MOST_LEARNED = 50_000;

    private final Comparison of;
    private final Listener listener;

    private Measurement(Comparison of, Listener listener) {
        this.of = of;
        this.listener = listener;
    }

    /** Hears what is being measured, and what share of all work is done; perhaps from several threads. */
    @FunctionalInterface
    public interface Listener {
        void at(double share, String work);
    }

    public static Findings of(Comparison comparison, Listener listener) {
        return new Measurement(comparison, listener).measure();
    }

    private Findings measure() {
        Table holdout = of.holdout();
        listener.at(0, "columns and pairs");
        Quality quality = Quality.of(of.real(), of.synthetic(), of.profile());
        Quality fresh = holdout == null ? null : Quality.of(of.real(), holdout, of.profile());
        List<Distribution> distributions = Distribution.of(of.real(), of.synthetic());
        Validity validity = Validity.of(of.real(), of.synthetic());
        Findings.Nearness nearness = nearness(part("privacy", 0.1, 0.3));
        listener.at(0.3, "detection");
        Findings.Telling telling = telling();
        Findings.Usefulness usefulness = usefulness(part("utility", 0.5, 1));
        listener.at(1, "done");
        return new Findings(of, quality, fresh, distributions, validity, telling, nearness, usefulness);
    }

    private RandomStream random(String purpose) {
        return RandomStream.of(of.seed()).child("report").child(purpose);
    }

    /** Hears the share of one part of the work. */
    private DoubleConsumer part(String work, double from, double to) {
        return done -> listener.at(from + (to - from) * done, work);
    }

    private Findings.Nearness nearness(DoubleConsumer progress) {
        RandomStream random = random("privacy");
        Table real = Rows.some(of.real(), MOST_SEARCHED, random.child("real"));
        Table asked = Rows.some(of.synthetic(), MOST_ASKED, random.child("synthetic"));
        Table holdout = of.holdout();
        ClosestRecords synthetic = ClosestRecords.of(asked, real, done -> progress.accept(0.3 * done));
        double newRows = NewRows.of(of.real(), of.synthetic());
        if (holdout == null) {
            return new Findings.Nearness(newRows, synthetic, null, null, asked.rows(), real.rows());
        }
        Table kept = Rows.some(holdout, MOST_SEARCHED, random.child("holdout"));
        Table fresh = Rows.some(kept, MOST_ASKED, random.child("asked"));
        return new Findings.Nearness(
                newRows,
                synthetic,
                ClosestRecords.of(fresh, real, done -> progress.accept(0.3 + 0.2 * done)),
                Privacy.of(real, kept, asked, done -> progress.accept(0.5 + 0.5 * done)),
                asked.rows(),
                real.rows());
    }

    private Findings.Telling telling() {
        RandomStream random = random("detection");
        Table real = Rows.some(of.real(), MOST_TOLD, random.child("real"));
        Table synthetic = Rows.some(of.synthetic(), MOST_TOLD, random.child("synthetic"));
        Detection logistic = Detection.of(real, synthetic, Discriminator.LOGISTIC, random.child("logistic"));
        listener.at(0.4, "detection");
        Detection boosted = Detection.of(real, synthetic, Discriminator.BOOSTED, random.child("boosted"));
        return new Findings.Telling(logistic, boosted, Math.max(real.rows(), synthetic.rows()));
    }

    private Findings.@Nullable Usefulness usefulness(DoubleConsumer progress) {
        Table holdout = of.holdout();
        String target = of.target();
        if (holdout == null || target == null) {
            return null;
        }
        RandomStream random = random("utility");
        Utility.Task task = Comparison.task(of.real(), target);
        Table test = Rows.some(holdout, MOST_LEARNED, random.child("test"));
        // As many real rows as synthetic ones where there are enough: a table four times as large teaches more.
        Table synthetic = Rows.some(of.synthetic(), MOST_LEARNED, random.child("synthetic"));
        Table real = Rows.some(of.real(), synthetic.rows(), random.child("real"));
        List<Utility> both = List.of(synthetic, real).parallelStream()
                .map(table -> Utility.of(table, test, target, task, random.child("fit"), progress))
                .toList();
        return new Findings.Usefulness(target, both.get(0), both.get(1), synthetic.rows(), real.rows());
    }
}
