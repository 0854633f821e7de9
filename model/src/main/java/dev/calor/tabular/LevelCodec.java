package dev.calor.tabular;

import dev.calor.random.AliasTable;
import dev.calor.random.RandomStream;
import dev.calor.space.FiniteSpace;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A column with levels: one state per level, except that the rarest of very many levels share one, from which a level is drawn by
 * frequency when decoding. Then one state for missing values, if there are any; then the mask, if the structure has one.
 */
final class LevelCodec implements ColumnCodec {
    /** With more levels than this, the rarest share a state. */
    static final int MOST_STATES = 512;

    private final ColumnSchema schema;
    private final Structure structure;
    private final long[] counts; // of each level
    private final int[] stateOf; // of each level
    private final int shared; // the state of rare levels; −1 where there is none
    private final int levelStates;
    private final boolean missing;
    private final FiniteSpace space;

    /**
     * A fitted codec.
     *
     * @param counts the number of training rows with each level of the schema
     * @throws IllegalArgumentException if there is not one count per level, or one is negative
     */
    LevelCodec(ColumnSchema schema, Structure structure, long[] counts, boolean missing) {
        if (counts.length != schema.levels().size() || Arrays.stream(counts).anyMatch(count -> count < 0)) {
            throw new IllegalArgumentException("column '" + schema.name() + "' has " + counts.length + " counts for "
                    + schema.levels().size() + " levels: one each, at least 0, is needed");
        }
        this.schema = schema;
        this.structure = structure;
        this.counts = counts;
        this.missing = missing;
        stateOf = new int[counts.length];
        if (counts.length <= MOST_STATES) {
            Arrays.setAll(stateOf, level -> level);
            shared = -1;
            levelStates = Math.max(1, counts.length);
        } else {
            Integer[] byFrequency = IntStream.range(0, counts.length).boxed().toArray(Integer[]::new);
            Arrays.sort(byFrequency, Comparator.<Integer>comparingLong(level -> -counts[level]));
            shared = MOST_STATES - 1;
            levelStates = MOST_STATES;
            Arrays.fill(stateOf, shared);
            for (int state = 0; state < shared; state++) {
                stateOf[byFrequency[state]] = state;
            }
        }
        space = structure.space(schema.type(), levelStates, missing);
    }

    static LevelCodec fit(ColumnSchema schema, Column.Codes column, Structure structure) {
        long[] counts = new long[schema.levels().size()];
        boolean missing = false;
        for (int code : column.codes()) {
            if (code == Column.MISSING) {
                missing = true;
            } else {
                counts[code]++;
            }
        }
        return new LevelCodec(schema, structure, counts, missing);
    }

    long[] counts() {
        return counts;
    }

    boolean missing() {
        return missing;
    }

    /** The state of a level. */
    int state(int level) {
        return stateOf[level];
    }

    private int missingState() {
        return levelStates;
    }

    @Override
    public List<FiniteSpace> finite() {
        return List.of(space);
    }

    @Override
    public List<Quantiles> distributions() {
        return List.of();
    }

    @Override
    public boolean knowsMissing() {
        return missing;
    }

    /** All states but the mask. */
    @Override
    public int states(int finite) {
        return space.size() - (structure == Structure.MASK ? 1 : 0);
    }

    /** For a level that no row had: log(n + 1), where n is the number of rows. */
    @Override
    public double strangeness(Column column, int row) {
        int code = ((Column.Codes) column).codes()[row];
        boolean seen = code == Column.MISSING || (code < counts.length && counts[code] > 0);
        return seen ? 0 : Math.log1p((double) Arrays.stream(counts).sum());
    }

    @Override
    public void encode(Column column, EncodedRows rows, Place place) {
        int[] codes = ((Column.Codes) column).codes();
        int[] states = rows.states()[place.finite()];
        for (int row = 0; row < codes.length; row++) {
            states[row] = codes[row] != Column.MISSING ? stateOf[codes[row]] : missing ? missingState() : 0;
        }
    }

    @Override
    public void clamp(Column column, int from, Clamps clamps, int to, Place place) {
        int code = ((Column.Codes) column).codes()[from];
        if (code == Column.MISSING) {
            forbidOther(clamps, to, place);
        } else {
            clamps.fix(to, place.finite(), stateOf[code]);
        }
    }

    /** Forbids the states that are not levels. */
    private void forbidOther(Clamps clamps, int row, Place place) {
        for (int state = levelStates; state < space.size(); state++) {
            clamps.forbid(row, place.finite(), state);
        }
    }

    @Override
    public void requireMissing(Clamps clamps, Place place) {
        if (!missing) {
            throw ColumnCodec.neverMissing(schema);
        }
        clamps.fix(0, place.finite(), missingState());
    }

    @Override
    public void forbidMissing(Clamps clamps, Place place) {
        if (missing) {
            clamps.forbid(0, place.finite(), missingState());
        }
    }

    @Override
    public void forbidMask(Clamps clamps, int row, Place place) {
        if (structure == Structure.MASK) {
            clamps.forbid(row, place.finite(), space.size() - 1);
        }
    }

    @Override
    public void restrict(List<Condition> conditions, Clamps clamps, Place place) {
        boolean[] asked = new boolean[counts.length];
        Arrays.fill(asked, true);
        for (Condition condition : conditions) {
            boolean[] holding = condition.holding(schema);
            for (int level = 0; level < asked.length; level++) {
                asked[level] &= holding[level];
            }
        }
        boolean[] allowed = new boolean[space.size()];
        boolean[] barred = new boolean[space.size()];
        for (int level = 0; level < asked.length; level++) {
            (asked[level] ? allowed : barred)[stateOf[level]] = true;
        }
        // A rare level shares its state with others: a condition can only allow all of them, or none.
        if (shared >= 0 && allowed[shared] && barred[shared]) {
            throw new IllegalArgumentException("conditions " + conditions + ": '" + schema.name() + "' has "
                    + counts.length + " levels, of which the model distinguishes the " + (MOST_STATES - 1)
                    + " most frequent; choose one of these");
        }
        for (int state = 0; state < space.size(); state++) {
            if (!allowed[state]) {
                clamps.forbid(0, place.finite(), state);
            }
        }
    }

    /** The probabilities of the levels, from unnormalised log-probabilities of the states. */
    double[] probabilities(double[] logs) {
        double most = Double.NEGATIVE_INFINITY;
        for (int state = 0; state < levelStates; state++) {
            most = Math.max(most, logs[state]);
        }
        double[] ofState = new double[levelStates];
        double[] share = new double[levelStates];
        double sum = 0;
        for (int state = 0; state < levelStates; state++) {
            ofState[state] = Math.exp(logs[state] - most);
            sum += ofState[state];
        }
        for (int level = 0; level < counts.length; level++) {
            share[stateOf[level]] += Math.max(1, counts[level]);
        }
        double[] probabilities = new double[counts.length];
        for (int level = 0; level < counts.length; level++) {
            int state = stateOf[level];
            probabilities[level] = ofState[state] / sum * Math.max(1, counts[level]) / share[state];
        }
        return probabilities;
    }

    @Override
    public Column decode(SampledRows rows, Place place, RandomStream random) {
        int[] levelOf = new int[space.size()];
        Arrays.fill(levelOf, Column.MISSING);
        for (int level = counts.length - 1; level >= 0; level--) {
            levelOf[stateOf[level]] = level;
        }
        int[] rare = IntStream.range(0, counts.length)
                .filter(level -> stateOf[level] == shared)
                .toArray();
        AliasTable draw = rare.length == 0
                ? null
                : AliasTable.of(Arrays.stream(rare)
                        .mapToDouble(level -> Math.max(1, counts[level]))
                        .toArray());
        int[] codes = new int[rows.rows()];
        for (int row = 0; row < codes.length; row++) {
            int state = rows.states()[place.finite()][row];
            codes[row] = state == shared && draw != null ? rare[draw.draw(random.child(row))] : levelOf[state];
        }
        return new Column.Codes(codes);
    }
}
