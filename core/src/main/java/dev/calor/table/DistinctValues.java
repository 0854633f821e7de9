package dev.calor.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The distinct values of the columns of a table and how many rows have each: all that {@link SchemaInference} needs. */
interface DistinctValues {
    /** The names of the columns, in order. */
    List<String> names();

    /** How the texts are written. */
    TableSource.Dialect dialect();

    /** Visits a distinct value, "" if it is empty, and the number of rows with it. */
    interface ValueVisitor {
        void visit(String value, long count);
    }

    /** Visits the distinct values of a column: all of them, or a uniform sample. */
    void forEachValue(String column, ValueVisitor visitor) throws IOException;

    /** Visits all distinct values of a column. */
    default void forEachLevel(String column, ValueVisitor visitor) throws IOException {
        forEachValue(column, visitor);
    }

    /** Adds to a profile what is known of values that {@link #forEachValue} did not visit. */
    default void addUnvisited(String column, ColumnProfile profile) {}

    /**
     * The distinct values of a column that do not stand for a missing one, in order: of numbers if all are numbers, else of text.
     *
     * @throws IOException if the values cannot be read
     */
    default List<String> levels(String column, List<String> missingTokens) throws IOException {
        List<String> levels = new ArrayList<>();
        forEachLevel(column, (value, count) -> {
            if (!MissingTokens.ALWAYS.contains(value) && !missingTokens.contains(value)) {
                levels.add(value);
            }
        });
        boolean numbers = levels.stream().allMatch(level -> NumberText.of(level) != null);
        Comparator<String> byText = Comparator.naturalOrder();
        levels.sort(numbers ? Comparator.comparingDouble(NumberText::valueOf).thenComparing(byText) : byText);
        return levels;
    }
}
