package dev.calor.lab.tabular;

import static java.lang.Double.NaN;

import dev.calor.dataset.PublicTable;
import java.util.Arrays;
import java.util.List;

/**
 * Published figures of tables, in the order of {@link PublicTable#NAMES}; NaN where there are none. Those of TabSyn
 * (Zhang and others 2024) and TabDiff (Shi and others 2025) are of these authors' papers, with splits of their own; all others are the
 * paper's.
 */
enum PublishedTabular {
    /** [P tbl:exp-mle]: AUC, for Beijing RMSE, ± over ten draws. */
    UTILITY(
            "Utility: AUC, of Beijing RMSE (lower is better), trained on synthetic rows, tested on real ones",
            row("Real", of(.927, .935, .834, .819, 1.00, .423), of(.000, .002, .001, .001, .000, .003)),
            row("CTGAN", of(.861, .774, .787, .792, .781, 1.01), of(.005, .006, .002, .003, .007, .038)),
            row("TVAE", of(.873, .868, .676, .793, .999, 1.05), of(.001, .002, .009, .006, .000, .012)),
            row("TabCD", of(.619, .604, .765, .584, .561, 1.06), of(.026, .021, .008, .021, .048, .037)),
            row("TabDDPM", of(.910, .922, .801, .806, .999, .556), of(.001, .001, .001, .007, .000, .005)),
            row("TabSyn", of(.909, NaN, NaN, NaN, NaN, .580)),
            row("TabDiff", of(.912, NaN, NaN, NaN, NaN, .555, .936)),
            row("TabED-Uni", of(.884, .842, .786, .810, .998, 1.04), of(.003, .013, .002, .008, .001, .013)),
            row("TabED-Grid", of(.833, .831, .791, .803, .985, .978), of(.003, .004, .001, .007, .005, .015)),
            row("TabED-Cyc", of(.831, .823, .796, .807, .971, 1.01), of(.005, .007, .001, .007, .004, .024)),
            row("TabED-Ord", of(.853, .845, .792, .806, .926, 1.02), of(.005, .004, .002, .004, .010, .017)),
            row("TabED-Str", of(.879, .819, NaN, NaN, NaN, .978), of(.004, .001, NaN, NaN, NaN, .012))),

    /** [P tbl:exp-density-similarity], left. */
    SHAPES(
            "Column shapes (higher is better)",
            row("CTGAN", of(.814, .866, .906, .901, .951, .799)),
            row("TVAE", of(.783, .824, .892, .899, .965, .711)),
            row("TabCD", of(.719, .790, .824, .845, .618, .799)),
            row("TabDDPM", of(.988, .998, .992, .976, .987, .980)),
            row("TabSyn", of(.9919, NaN, NaN, NaN, NaN, .9874, .9897)),
            row("TabDiff", of(.9937, NaN, NaN, NaN, NaN, .9897, .9922)),
            row("TabED-Uni", of(.785, .779, .914, .886, .878, .933)),
            row("TabED-Grid", of(.751, .766, .945, .846, .951, .951)),
            row("TabED-Cyc", of(.778, .826, .937, .834, .969, .751)),
            row("TabED-Ord", of(.828, .894, .933, .887, .943, .747)),
            row("TabED-Str", of(.77, .798, NaN, NaN, NaN, .892))),

    /** [P tbl:exp-density-similarity], right. */
    TRENDS(
            "Pair trends (higher is better)",
            row("CTGAN", of(.744, .769, .717, .826, .828, .761)),
            row("TVAE", of(.669, .772, .687, .808, .919, .618)),
            row("TabCD", of(.522, .600, .629, .710, .428, .761)),
            row("TabDDPM", of(.975, .894, .870, .953, .962, .946)),
            row("TabSyn", of(.9807, NaN, NaN, NaN, NaN, .9687, .9912)),
            row("TabDiff", of(.9851, NaN, NaN, NaN, NaN, .9741, .9924)),
            row("TabED-Uni", of(.653, .683, .783, .808, .770, .793)),
            row("TabED-Grid", of(.583, .768, .829, .764, .842, .842)),
            row("TabED-Cyc", of(.636, .703, .810, .755, .860, .685)),
            row("TabED-Ord", of(.702, .796, .811, .791, .826, .662)),
            row("TabED-Str", of(.632, .660, NaN, NaN, NaN, .759))),

    /** By XGBoost; definitions of the published figures may differ in detail. */
    DETECTION(
            "Detection by XGBoost (1 where rows cannot be told from real ones)",
            row("TabularARGN", of(.866)),
            row("TabDiff", of(.967)),
            row("ORiGAMi", of(.979))),

    ALPHA_PRECISION("Alpha-precision (higher is better)", row("TabDiff", of(.990))),

    BETA_RECALL("Beta-recall (as high as that of unseen real rows)", row("TabDiff", of(.516))),

    /** NIST's; nobody publishes it of these tables. */
    K_MARGINAL("k-marginal score (of 1,000; higher is better)");

    /** The tables in which rivals are compared. */
    static final List<PublishedTabular> COMPARED = List.of(UTILITY, SHAPES, TRENDS);

    /** A method; {@code deviations} are NaN where none are given. */
    @SuppressWarnings("ArrayRecordComponent") // constants
    record Row(String method, double[] figures, double[] deviations) {
        /** How many digits after the point they are published with. */
        int digits() {
            return Arrays.stream(figures).anyMatch(figure -> Math.abs(figure * 1000 - Math.rint(figure * 1000)) > 1e-6)
                    ? 4
                    : 3;
        }
    }

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // nobody changes them
    private final List<Row> rows;

    PublishedTabular(String title, Row... rows) {
        this.title = title;
        this.rows = List.of(rows);
    }

    String title() {
        return title;
    }

    List<Row> rows() {
        return rows;
    }

    /** Whether the figure of the k-th table is an error. */
    boolean isError(int k) {
        return this == UTILITY && k == 5;
    }

    /**
     * The best figure of the methods whose names begin so, as they are compared: utility in relation to that of the paper's real rows,
     * errors with their sign turned. NaN where there is none, or no figure of real rows to relate it to.
     */
    double best(String methods, int k) {
        double real = this == UTILITY ? rows.get(0).figures[k] : 1;
        return rows.stream()
                .filter(row -> row.method.startsWith(methods) && !Double.isNaN(row.figures[k]))
                .mapToDouble(row -> comparable(row.figures[k], real, k))
                .max()
                .orElse(NaN);
    }

    /** A figure as it is compared. */
    double comparable(double figure, double real, int k) {
        return (isError(k) ? -1 : 1) * figure / (this == UTILITY ? real : 1);
    }

    /** How many digits after the point figures of ours have. */
    int digits() {
        return this == K_MARGINAL ? 1 : 4;
    }

    /** The figure of a judged table that is shown here; there is none of utility. */
    double of(Fidelity fidelity) {
        return switch (this) {
            case UTILITY -> NaN;
            case SHAPES -> fidelity.shapes();
            case TRENDS -> fidelity.trends();
            case DETECTION -> fidelity.detection();
            case ALPHA_PRECISION -> fidelity.alphaPrecision();
            case BETA_RECALL -> fidelity.betaRecall();
            case K_MARGINAL -> fidelity.kMarginal();
        };
    }

    private static Row row(String method, double[] figures) {
        return row(method, figures, new double[0]);
    }

    private static Row row(String method, double[] figures, double[] deviations) {
        return new Row(method, filled(figures), filled(deviations));
    }

    /** With NaN for the tables at the end that have no figure. */
    private static double[] filled(double[] figures) {
        double[] all = Arrays.copyOf(figures, PublicTable.NAMES.size());
        Arrays.fill(all, figures.length, all.length, NaN);
        return all;
    }

    private static double[] of(double... figures) {
        return figures;
    }
}
