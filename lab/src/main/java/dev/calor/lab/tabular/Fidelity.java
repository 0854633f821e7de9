package dev.calor.lab.tabular;

import dev.calor.metric.AlphaBeta;
import dev.calor.metric.Detection;
import dev.calor.metric.Detection.Discriminator;
import dev.calor.metric.KMarginal;
import dev.calor.metric.Profile;
import dev.calor.metric.Quality;
import dev.calor.metric.RandomRows;
import dev.calor.random.RandomStream;
import dev.calor.table.Table;

/**
 * How faithful rows are to the training rows, by all metrics.
 *
 * @param shapes the score of single columns, as in SDMetrics
 * @param trends the score of pairs of columns; it hardly detects destroyed dependence
 * @param detection by XGBoost: 1 where rows cannot be told from training rows
 * @param alphaPrecision see {@link AlphaBeta}
 * @param betaRecall see {@link AlphaBeta}: about ½ is as good as unseen real rows
 * @param kMarginal NIST's score over pairs and triples of columns, of 1,000
 * @param pairMarginal the same over pairs alone
 * @param tripleMarginal the same over triples alone
 */
record Fidelity(
        double shapes,
        double trends,
        double detection,
        double alphaPrecision,
        double betaRecall,
        double kMarginal,
        double pairMarginal,
        double tripleMarginal) {
    /** Nearest rows are searched for at most this many rows: with rows far from each other, as in Mushroom, the search takes minutes. */
    private static final int MOST_COVERED = 20_000;

    static Fidelity of(Table train, Table rows, RandomStream random) {
        Quality quality = Quality.of(train, rows, Profile.PAPER);
        AlphaBeta coverage = AlphaBeta.of(
                RandomRows.some(train, MOST_COVERED, random.child("real")),
                RandomRows.some(rows, MOST_COVERED, random.child("synthetic")),
                random.child("coverage"));
        KMarginal marginals = KMarginal.of(train, rows, random.child("marginals"));
        return new Fidelity(
                quality.shapes().score(),
                quality.trends().score(),
                Detection.of(train, rows, Discriminator.BOOSTED, random.child("detection"))
                        .score(),
                coverage.precision(),
                coverage.recall(),
                marginals.score(),
                marginals.pairs(),
                marginals.triples());
    }
}
