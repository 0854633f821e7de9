package dev.calor.spark;

import dev.calor.table.ColumnSchema;
import dev.calor.table.Schema;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** The columns of a model, which the rows that it is applied to must have. */
record LearnedColumns(Schema schema) {
    /**
     * Refuses rows without these columns, or with other types; all of them are named.
     *
     * @param optional columns that may be absent
     * @throws IllegalArgumentException if a column is absent or has another type than in training
     */
    void require(StructType type, Set<String> optional) {
        List<String> names = Arrays.asList(type.fieldNames());
        List<String> absent = schema.names().stream()
                .filter(name -> !names.contains(name) && !optional.contains(name))
                .toList();
        if (!absent.isEmpty()) {
            throw new IllegalArgumentException("the rows have no column '" + String.join("', '", absent)
                    + "', which the model has learned; they have " + String.join(", ", names)
                    + "; add what is absent, with nulls where it is not known");
        }
        String changed = schema.columns().stream()
                .filter(column -> names.contains(column.name()))
                .map(column -> change(column, type.apply(column.name()).dataType()))
                .filter(change -> !change.isEmpty())
                .collect(Collectors.joining("; "));
        if (!changed.isEmpty()) {
            throw new IllegalArgumentException("column " + changed + "; cast it to the type it was learned with");
        }
    }

    private static String change(ColumnSchema column, DataType found) {
        if (SparkTypes.fits(column, found)) {
            return "";
        }
        Object learned =
                column.stored() == null ? column.type() : SparkTypes.of(column).simpleString();
        return "'" + column.name() + "' was learned as " + learned + " and is " + found.simpleString();
    }

    /**
     * Refuses a target that has no levels.
     *
     * @throws IllegalArgumentException if it has none
     */
    static void requireLevels(ColumnSchema column) {
        if (!column.type().hasLevels()) {
            throw new IllegalArgumentException("target '" + column.name() + "' is " + column.type()
                    + ": columns with levels can be predicted; to predict a number, remove its values and impute them");
        }
    }
}
