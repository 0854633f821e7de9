package dev.calor.server;

import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Schema;
import dev.calor.table.StagedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of the schema of one column. What is left out is inferred from the values.
 *
 * @param type as in a schema
 * @param levels in order, where the type has levels
 * @param format of points in time
 */
record SchemaChange(
        String column,
        String type,
        @Nullable List<String> levels,
        @Nullable String format) {
    SchemaChange {
        if (column == null || type == null) {
            throw Refusal.badRequest("a change of a schema needs 'column' and 'type'");
        }
    }

    /** The schema with this change, of the table it is the schema of. */
    Schema applied(Schema schema, StagedTable staged) throws IOException {
        List<ColumnSchema> columns = new ArrayList<>(schema.columns());
        int place = schema.indexOf(column);
        columns.set(place, changed(columns.get(place), staged));
        return new Schema(columns);
    }

    private ColumnSchema changed(ColumnSchema before, StagedTable staged) throws IOException {
        ColumnType wanted = wanted();
        boolean number = wanted == ColumnType.NUMERIC || wanted == ColumnType.INTEGER;
        ColumnSchema numbers = number ? staged.numberSchema(column, before.missingTokens()) : before;
        List<String> own = !wanted.hasLevels()
                ? List.of()
                : levels != null ? levels : staged.levels(column, before.missingTokens());
        boolean time = wanted == ColumnType.DATETIME;
        return new ColumnSchema(
                column,
                wanted,
                own,
                before.missingTokens(),
                before.missing(),
                number ? numbers.minimum() : time ? before.minimum() : Double.NaN,
                number ? numbers.maximum() : time ? before.maximum() : Double.NaN,
                wanted == ColumnType.INTEGER ? 0 : number ? numbers.decimals() : ColumnSchema.SHORTEST,
                wanted == ColumnType.NUMERIC ? numbers.leastDecimals() : 0,
                time ? format != null ? format : before.dateFormat() : null,
                "chosen by hand");
    }

    private ColumnType wanted() {
        return Arrays.stream(ColumnType.values())
                .filter(one -> one.toString().equals(type))
                .findFirst()
                .orElseThrow(() -> Refusal.badRequest(
                        "'" + type + "' is not a type of column: allowed are " + Arrays.toString(ColumnType.values())));
    }
}
