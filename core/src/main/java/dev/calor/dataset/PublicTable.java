package dev.calor.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Schema;
import dev.calor.table.StagedTable;
import dev.calor.table.Table;
import dev.calor.table.TableSource;
import dev.calor.table.Unknown;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/**
 * A public table of the paper's benchmark [P tab:tabular_results], with its fixed split into training and test rows.
 * The types of columns come from the table's description file. Rows without a target are left out.
 */
public final class PublicTable {
    /** The names of the tables. */
    public static final List<String> NAMES =
            List.of("adult", "bank", "cardio", "churn", "mushroom", "beijing", "magic");

    private final String name;
    private final String target;
    private final boolean regression;
    private final Table train;
    private final Table test;

    private PublicTable(String name, String target, boolean regression, Table train, Table test) {
        this.name = name;
        this.target = target;
        this.regression = regression;
        this.train = train;
        this.test = test;
    }

    /**
     * Returns {@code name} after checking it.
     *
     * @throws IllegalArgumentException if no table has this name
     */
    public static String checked(String name) {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException(
                    "'" + name + "' is not a public table: there are " + String.join(", ", NAMES));
        }
        return name;
    }

    /**
     * Reads the table with this name.
     *
     * @throws IllegalArgumentException if no table has this name
     * @throws IOException if a file cannot be read
     */
    public static PublicTable read(String name) throws IOException {
        checked(name);
        ObjectMapper json = new ObjectMapper();
        JsonNode description = json.readTree(DataFolder.file(name + ".json").toFile());
        String files = texts(description.get("files")).stream()
                .map(file -> "'" + DataFolder.file(file).toString().replace("'", "''") + "'")
                .collect(Collectors.joining(", "));
        TableSource source = TableSource.sql(
                "FROM read_csv([" + files + "], header = true, all_varchar = true, delim = ',', quote = '')");
        String target = description.get("target").asText();
        try (StagedTable staged = source.open()) {
            Table all = staged.read(schema(description, staged), Unknown.REFUSE);
            BitSet test = testRows(name, description, json);
            return new PublicTable(
                    name,
                    target,
                    description.get("task").asText().equals("regression"),
                    all.rows(rows(all, target, test, false)),
                    all.rows(rows(all, target, test, true)));
        }
    }

    private static BitSet testRows(String name, JsonNode description, ObjectMapper json) throws IOException {
        BitSet test = new BitSet();
        if (description.has("rows_train")) {
            test.set(
                    description.get("rows_train").asInt(),
                    description.get("rows").asInt());
        } else {
            JsonNode splits = json.readTree(DataFolder.file("splits.json").toFile());
            splits.get(name).forEach(row -> test.set(row.asInt()));
        }
        return test;
    }

    /** The rows of one part that have a target, in the order of the source. */
    private static int[] rows(Table all, String target, BitSet test, boolean wanted) {
        return IntStream.range(0, all.rows())
                .filter(row -> test.get(row) == wanted && !all.column(target).isMissing(row))
                .toArray();
    }

    /** The schema of the description, completed from the values: levels that are not listed, decimals, ranges. */
    private static Schema schema(JsonNode description, StagedTable staged) throws IOException {
        JsonNode token = description.get("missing").get("token");
        List<String> tokens = token.isNull() ? List.of() : List.of(token.asText());
        List<String> numerical = texts(description.get("numerical"));
        List<ColumnSchema> columns = new ArrayList<>();
        for (String column : texts(description.get("columns"))) {
            long missing = description.get("missing").get("counts").path(column).asLong();
            List<String> own = missing > 0 ? tokens : List.of();
            JsonNode levels = description.get("levels").path(column);
            columns.add(
                    numerical.contains(column)
                            ? staged.numberSchema(column, own)
                            : new ColumnSchema(
                                    column,
                                    type(description, column),
                                    levels.isMissingNode() ? staged.levels(column, own) : texts(levels),
                                    own,
                                    missing,
                                    Double.NaN,
                                    Double.NaN,
                                    ColumnSchema.SHORTEST,
                                    null,
                                    "the table's description"));
        }
        return new Schema(columns);
    }

    private static ColumnType type(JsonNode description, String column) {
        return texts(description.get("ordinal")).contains(column)
                ? ColumnType.ORDINAL
                : texts(description.get("cyclical")).contains(column) ? ColumnType.CYCLIC : ColumnType.CATEGORICAL;
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    /** The name of the table. */
    public String name() {
        return name;
    }

    /** The column to predict. */
    public String target() {
        return target;
    }

    /** Whether the target is a number; otherwise it is one of two levels. */
    public boolean isRegression() {
        return regression;
    }

    /** The columns of the table. */
    public Schema schema() {
        return train.schema();
    }

    /** The training rows. */
    public Table train() {
        return train;
    }

    /** The test rows. */
    public Table test() {
        return test;
    }
}
