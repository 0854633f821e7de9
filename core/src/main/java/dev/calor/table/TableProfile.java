package dev.calor.table;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of the columns of a table that is read in parts, from which its schema is inferred by the rules for tables read whole.
 * Profiles of parts merge into that of the whole table, whatever the parts and their order, and their size is bounded.
 *
 * <p>A column with at most {@value DistinctSample#MOST} different words and as many different numbers has exact counts, and the schema
 * is the one that {@link StagedTable#infer} infers. Beyond, types are inferred from a uniform sample of that many distinct values:
 * numbers of distinct values are then estimates (standard error below 1.6 %), rows, ranges of plain numbers and missing values stay
 * exact. Words and numbers are sampled apart, so that one word among many numbers is not lost.
 */
public final class TableProfile implements Serializable {
    private static final long serialVersionUID = 1;

    private final ArrayList<String> names;
    private final ArrayList<@Nullable String> types;
    private final ArrayList<ColumnValues> columns = new ArrayList<>();
    private long rows;

    /**
     * An empty profile.
     *
     * @param names of the columns
     * @param types of the columns in the source, as SQL names them, such as BIGINT; null for a column of text
     * @throws IllegalArgumentException if there is not one type per name
     */
    public TableProfile(List<String> names, List<@Nullable String> types) {
        if (names.size() != types.size()) {
            throw new IllegalArgumentException(types.size() + " types for " + names.size() + " columns: one each");
        }
        this.names = new ArrayList<>(names);
        this.types = new ArrayList<>(types);
        names.forEach(name -> columns.add(new ColumnValues()));
    }

    /** The values of one column: those that are always missing, numbers, and all others. */
    private static final class ColumnValues implements Serializable {
        private static final long serialVersionUID = 1;

        private final HashMap<String, Long> blanks = new HashMap<>();
        private final DistinctSample numbers = new DistinctSample();
        private final DistinctSample words = new DistinctSample();
        private double minimum = Double.POSITIVE_INFINITY;
        private double maximum = Double.NEGATIVE_INFINITY;

        void add(String value) {
            if (MissingTokens.ALWAYS.contains(value)) {
                blanks.merge(value, 1L, Long::sum);
                return;
            }
            double number = NumberText.valueOf(value);
            if (Double.isNaN(number)) {
                words.add(value);
                return;
            }
            numbers.add(value);
            if (!Double.isInfinite(number)) {
                minimum = Math.min(minimum, number);
                maximum = Math.max(maximum, number);
            }
        }

        void merge(ColumnValues other) {
            other.blanks.forEach((value, count) -> blanks.merge(value, count, Long::sum));
            numbers.merge(other.numbers);
            words.merge(other.words);
            minimum = Math.min(minimum, other.minimum);
            maximum = Math.max(maximum, other.maximum);
        }

        void forEach(DistinctValues.ValueVisitor visitor) {
            blanks.forEach(visitor::visit);
            numbers.counts().forEach(visitor::visit);
            words.counts().forEach(visitor::visit);
        }

        boolean isWhole() {
            return numbers.isWhole() && words.isWhole();
        }
    }

    /**
     * Adds a row.
     *
     * @param values the text of each value, without spaces around it; null or "" where there is none
     * @throws IllegalArgumentException if there is not one value per column
     */
    public void add(@Nullable String[] values) {
        if (values.length != columns.size()) {
            throw new IllegalArgumentException(
                    "a row of " + values.length + " values for " + columns.size() + " columns: one each");
        }
        for (int k = 0; k < values.length; k++) {
            String value = values[k];
            columns.get(k).add(value == null ? "" : value);
        }
        rows++;
    }

    /**
     * Adds the rows of another profile, and returns this one.
     *
     * @throws IllegalArgumentException if it has other columns
     */
    public TableProfile merge(TableProfile other) {
        if (!names.equals(other.names)) {
            throw new IllegalArgumentException("a profile of the columns " + other.names
                    + " cannot be merged with one of the columns " + names + ": they must be the same");
        }
        for (int k = 0; k < columns.size(); k++) {
            columns.get(k).merge(other.columns.get(k));
        }
        rows += other.rows;
        return this;
    }

    /** The number of rows. */
    public long rows() {
        return rows;
    }

    /**
     * Whether all distinct values of a column were kept, so that its counts are exact.
     *
     * @throws IllegalArgumentException if there is no such column
     */
    public boolean isExact(String column) {
        return values(column).isWhole();
    }

    /** Finds the levels of a column that has more of them than a profile keeps. */
    public interface Levels {
        /**
         * All different texts of a column.
         *
         * @throws IOException if they cannot be read
         */
        List<String> of(String column) throws IOException;
    }

    /**
     * Infers the schema, by the rules of {@link StagedTable#infer}.
     *
     * @param keep columns to learn even if they look like personal data or identifiers
     * @param levels is asked for the levels of categorical columns that are not {@linkplain #isExact exact}
     * @throws IllegalArgumentException if there is no such column to keep, or there are no rows
     * @throws IOException if {@code levels} fails
     */
    public Schema infer(Set<String> keep, Levels levels) throws IOException {
        if (rows == 0) {
            throw new IllegalArgumentException("the table has " + names.size() + " columns and no rows; add rows");
        }
        return SchemaInference.of(new Values(levels), keep);
    }

    private ColumnValues values(String column) {
        int k = names.indexOf(column);
        if (k < 0) {
            throw new IllegalArgumentException("there is no column '" + column + "': there are " + Listing.of(names));
        }
        return columns.get(k);
    }

    /** The values that inference reads. */
    private final class Values implements DistinctValues {
        private final Levels levels;

        Values(Levels levels) {
            this.levels = levels;
        }

        @Override
        public List<String> names() {
            return names;
        }

        @Override
        public TableSource.Dialect dialect() {
            return TableSource.Dialect.NONE.withTypes(types);
        }

        @Override
        public void forEachValue(String column, ValueVisitor visitor) {
            values(column).forEach(visitor);
        }

        @Override
        public void forEachLevel(String column, ValueVisitor visitor) throws IOException {
            if (isExact(column)) {
                forEachValue(column, visitor);
            } else {
                for (String level : levels.of(column)) {
                    visitor.visit(level, 1);
                }
            }
        }

        @Override
        public void addUnvisited(String column, ColumnProfile profile) {
            ColumnValues values = values(column);
            profile.addUnvisitedNumbers(unvisited(values.numbers), values.minimum, values.maximum);
            profile.addUnvisitedWords(unvisited(values.words));
        }

        private ColumnProfile.Unvisited unvisited(DistinctSample sample) {
            Map<String, Long> kept = sample.counts();
            long visited = kept.values().stream().mapToLong(Long::longValue).sum();
            long once = kept.values().stream().filter(count -> count == 1).count();
            long distinct = sample.distinct() - kept.size();
            double share = kept.isEmpty() ? 0 : once / (double) kept.size();
            return new ColumnProfile.Unvisited(sample.rows() - visited, distinct, Math.round(share * distinct));
        }
    }
}
