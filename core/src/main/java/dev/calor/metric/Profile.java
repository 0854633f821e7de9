package dev.calor.metric;

/**
 * The version of SDMetrics whose rules the scores of columns and pairs follow. Both agree with SDMetrics to 1e-6 where
 * that library is deterministic; above 50,000 rows it draws a subsample without a seed, and we use all rows.
 */
public enum Profile {
    /** SDMetrics 0.11.1, behind the tables of the paper [P tbl:exp-density-similarity]: every pair counts, nothing is rounded. */
    PAPER(-1, 0, false),
    /** SDMetrics 0.29: only pairs that are associated in the real table count, and numbers are compared to 14 decimals. */
    CURRENT(0.5, 0.3, true);

    private static final double DECIMALS = 1e14;

    private final double correlationThreshold;
    private final double associationThreshold;
    private final boolean rounds;

    Profile(double correlationThreshold, double associationThreshold, boolean rounds) {
        this.correlationThreshold = correlationThreshold;
        this.associationThreshold = associationThreshold;
        this.rounds = rounds;
    }

    /** A pair of numbers counts where |ρ| of the real table is above this; negative for every pair. */
    public double correlationThreshold() {
        return correlationThreshold;
    }

    /** A pair with a category counts where Cramér's V of the real table is above this; 0 for every pair. */
    public double associationThreshold() {
        return associationThreshold;
    }

    /** The number, rounded if this profile rounds. */
    double rounded(double value) {
        return rounds ? Math.rint(value * DECIMALS) / DECIMALS : value;
    }
}
