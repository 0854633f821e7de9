package dev.calor.lab.tabular;

import java.util.Arrays;
import java.util.List;

/**
 * The paper's figures of tables, in the order of {@link dev.calor.dataset.PublicTable#NAMES}; NaN where it gives none.
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
            row("TabED-Uni", of(.884, .842, .786, .810, .998, 1.04), of(.003, .013, .002, .008, .001, .013)),
            row("TabED-Grid", of(.833, .831, .791, .803, .985, .978), of(.003, .004, .001, .007, .005, .015)),
            row("TabED-Cyc", of(.831, .823, .796, .807, .971, 1.01), of(.005, .007, .001, .007, .004, .024)),
            row("TabED-Ord", of(.853, .845, .792, .806, .926, 1.02), of(.005, .004, .002, .004, .010, .017)),
            row(
                    "TabED-Str",
                    of(.879, .819, Double.NaN, Double.NaN, Double.NaN, .978),
                    of(.004, .001, Double.NaN, Double.NaN, Double.NaN, .012))),

    /** [P tbl:exp-density-similarity], left. */
    SHAPES(
            "Column shapes (higher is better)",
            row("CTGAN", of(.814, .866, .906, .901, .951, .799)),
            row("TVAE", of(.783, .824, .892, .899, .965, .711)),
            row("TabCD", of(.719, .790, .824, .845, .618, .799)),
            row("TabDDPM", of(.988, .998, .992, .976, .987, .980)),
            row("TabED-Uni", of(.785, .779, .914, .886, .878, .933)),
            row("TabED-Grid", of(.751, .766, .945, .846, .951, .951)),
            row("TabED-Cyc", of(.778, .826, .937, .834, .969, .751)),
            row("TabED-Ord", of(.828, .894, .933, .887, .943, .747)),
            row("TabED-Str", of(.77, .798, Double.NaN, Double.NaN, Double.NaN, .892))),

    /** [P tbl:exp-density-similarity], right. */
    TRENDS(
            "Pair trends (higher is better)",
            row("CTGAN", of(.744, .769, .717, .826, .828, .761)),
            row("TVAE", of(.669, .772, .687, .808, .919, .618)),
            row("TabCD", of(.522, .600, .629, .710, .428, .761)),
            row("TabDDPM", of(.975, .894, .870, .953, .962, .946)),
            row("TabED-Uni", of(.653, .683, .783, .808, .770, .793)),
            row("TabED-Grid", of(.583, .768, .829, .764, .842, .842)),
            row("TabED-Cyc", of(.636, .703, .810, .755, .860, .685)),
            row("TabED-Ord", of(.702, .796, .811, .791, .826, .662)),
            row("TabED-Str", of(.632, .660, Double.NaN, Double.NaN, Double.NaN, .759)));

    /** A method; {@code deviations} are NaN where none are given. */
    @SuppressWarnings("ArrayRecordComponent") // constants
    record Row(String method, double[] figures, double[] deviations) {}

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
     * errors with their sign turned.
     */
    double best(String methods, int k) {
        double real = this == UTILITY ? rows.get(0).figures[k] : 1;
        return rows.stream()
                .filter(row -> row.method.startsWith(methods) && !Double.isNaN(row.figures[k]))
                .mapToDouble(row -> comparable(row.figures[k], real, k))
                .max()
                .orElseThrow();
    }

    /** A figure as it is compared. */
    double comparable(double figure, double real, int k) {
        return (isError(k) ? -1 : 1) * figure / (this == UTILITY ? real : 1);
    }

    private static Row row(String method, double[] figures) {
        double[] none = new double[figures.length];
        Arrays.fill(none, Double.NaN);
        return new Row(method, figures, none);
    }

    private static Row row(String method, double[] figures, double[] deviations) {
        return new Row(method, figures, deviations);
    }

    private static double[] of(double... figures) {
        return figures;
    }
}
