package dev.calor.report;

import dev.calor.metric.AlphaBeta;
import dev.calor.metric.BesideUnseen;
import dev.calor.metric.ClosestRecords;
import dev.calor.metric.Detection;
import dev.calor.metric.Detection.Discriminator;
import dev.calor.metric.Distribution;
import dev.calor.metric.KMarginal;
import dev.calor.metric.NewRows;
import dev.calor.metric.Privacy;
import dev.calor.metric.Quality;
import dev.calor.metric.RandomRows;
import dev.calor.metric.Utility;
import dev.calor.metric.Validity;
import dev.calor.random.RandomStream;
import dev.calor.report.Findings.Telling;
import dev.calor.table.Table;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Measures a synthetic table. Scores of columns and pairs are of all rows; what takes more than linear time is of random ones. */
public final class Measurement {
    /** Synthetic rows, and rows of the holdout, whose nearest real rows are looked for. */
    static final int MOST_ASKED = 5_000;
    /** Real rows, and rows of the holdout, among which they are looked for. */
    static final int MOST_SEARCHED = 100_000;
    /** Rows of each table that classifiers tell apart. */
    static final int MOST_TOLD = 50_000;
    /** Rows of each table that alpha-precision and beta-recall compare. */
    static final int MOST_COVERED = 20_000;
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

    /** Measures everything. */
    public static Findings of(Comparison comparison, Listener listener) {
        return new Measurement(comparison, listener).measure();
    }

    /** Measures detection, columns, pairs and validity alone: seconds, for a table of some ten thousand rows. */
    public static Findings fast(Comparison comparison, Listener listener) {
        return new Measurement(comparison, listener).measureFast();
    }

    private Findings measureFast() {
        Telling telling = telling(0, 0.7);
        listener.at(0.7, "columns and pairs");
        Findings findings = new Findings(
                of,
                quality(),
                Distribution.of(of.real(), of.synthetic()),
                Validity.of(of.real(), of.synthetic()),
                telling,
                null,
                null,
                null,
                null);
        listener.at(1, "done");
        return findings;
    }

    private Findings measure() {
        Telling telling = telling(0, 0.3);
        listener.at(0.3, "columns and pairs");
        BesideUnseen<Quality> quality = quality();
        List<Distribution> distributions = Distribution.of(of.real(), of.synthetic());
        Validity validity = Validity.of(of.real(), of.synthetic());
        listener.at(0.35, "combinations of columns");
        Findings.Marginals marginals = marginals();
        listener.at(0.4, "coverage");
        BesideUnseen<AlphaBeta> coverage = coverage();
        Findings.Nearness nearness = nearness(part("privacy", 0.5, 0.6));
        Findings.Usefulness usefulness = usefulness(part("utility", 0.6, 1));
        listener.at(1, "done");
        return new Findings(of, quality, distributions, validity, telling, coverage, marginals, nearness, usefulness);
    }

    /** A figure of the synthetic rows, at most so many, beside that of the holdout. */
    private <T> BesideUnseen<T> beside(String purpose, int most, Function<Table, T> figure) {
        RandomStream random = random(purpose);
        return BesideUnseen.of(
                RandomRows.some(of.synthetic(), most, random.child("synthetic")),
                of.holdout(),
                random.child("beside"),
                figure);
    }

    private BesideUnseen<Quality> quality() {
        return beside("quality", Integer.MAX_VALUE, table -> Quality.of(of.real(), table, of.profile()));
    }

    private Findings.Marginals marginals() {
        RandomStream random = random("marginals");
        return new Findings.Marginals(
                beside("marginals", Integer.MAX_VALUE, table -> KMarginal.of(of.real(), table, random)),
                KMarginal.ofSample(of.real(), random));
    }

    private BesideUnseen<AlphaBeta> coverage() {
        RandomStream random = random("coverage");
        return beside("coverage", MOST_COVERED, table -> AlphaBeta.of(of.real(), table, random));
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
        Table real = RandomRows.some(of.real(), MOST_SEARCHED, random.child("real"));
        Table holdout = of.holdout();
        int most = holdout == null ? MOST_ASKED : Math.min(MOST_ASKED, holdout.rows());
        Table asked = RandomRows.some(of.synthetic(), most, random.child("synthetic"));
        ClosestRecords synthetic = ClosestRecords.of(asked, real, done -> progress.accept(0.3 * done));
        BesideUnseen<Double> newRows = beside("new rows", Integer.MAX_VALUE, table -> NewRows.of(of.real(), table));
        if (holdout == null) {
            return new Findings.Nearness(newRows, synthetic, null, null, asked.rows(), real.rows());
        }
        Table kept = RandomRows.some(holdout, MOST_SEARCHED, random.child("holdout"));
        Table fresh = RandomRows.some(kept, asked.rows(), random.child("asked"));
        return new Findings.Nearness(
                newRows,
                synthetic,
                ClosestRecords.of(fresh, real, done -> progress.accept(0.3 + 0.2 * done)),
                Privacy.of(real, kept, asked, done -> progress.accept(0.5 + 0.5 * done)),
                asked.rows(),
                real.rows());
    }

    private Telling telling(double from, double to) {
        listener.at(from, "detection");
        BesideUnseen<Detection> boosted = telling(Discriminator.BOOSTED);
        listener.at(from + 0.8 * (to - from), "detection");
        return new Telling(boosted, telling(Discriminator.LOGISTIC));
    }

    private BesideUnseen<Detection> telling(Discriminator discriminator) {
        RandomStream random = random("detection");
        Table real = RandomRows.some(of.real(), MOST_TOLD, random.child("real"));
        return beside("detection", MOST_TOLD, table -> Detection.of(real, table, discriminator, random));
    }

    private Findings.@Nullable Usefulness usefulness(DoubleConsumer progress) {
        Table holdout = of.holdout();
        String target = of.target();
        if (holdout == null || target == null) {
            return null;
        }
        RandomStream random = random("utility");
        Utility.Task task = Comparison.task(of.real(), target);
        Table test = RandomRows.some(holdout, MOST_LEARNED, random.child("test"));
        // As many real rows as synthetic ones where there are enough: a table four times as large teaches more.
        Table synthetic = RandomRows.some(of.synthetic(), MOST_LEARNED, random.child("synthetic"));
        Table real = RandomRows.some(of.real(), synthetic.rows(), random.child("real"));
        List<Utility> both = List.of(synthetic, real).parallelStream()
                .map(table -> Utility.of(table, test, target, task, random.child("fit"), progress))
                .toList();
        return new Findings.Usefulness(target, both.get(0), both.get(1), synthetic.rows(), real.rows());
    }
}
