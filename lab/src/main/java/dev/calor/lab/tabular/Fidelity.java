package dev.calor.lab.tabular;

import dev.calor.metric.AlphaBeta;
import dev.calor.metric.Detection;
import dev.calor.metric.Detection.Discriminator;
import dev.calor.metric.KMarginal;
import dev.calor.metric.Profile;
import dev.calor.metric.Quality;
import dev.calor.random.RandomStream;
import dev.calor.table.Table;

/**
 * How faithful rows are to the training rows, in every figure there is.
 *
 * @param shapes of single columns, as SDMetrics has it
 * @param trends of pairs of columns; nearly blind to destroyed dependence
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
    static Fidelity of(Table train, Table rows, RandomStream random) {
        Quality quality = Quality.of(train, rows, Profile.PAPER);
        AlphaBeta coverage = AlphaBeta.of(train, rows, random.child("coverage"));
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
