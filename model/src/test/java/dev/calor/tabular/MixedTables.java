package dev.calor.tabular;

import dev.calor.random.RandomStream;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Schema;
import dev.calor.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Generated tables with a column of every kind. */
final class MixedTables {
    /** A model that learns the two kinds of rows in a second. */
    static final TabularSpec SMALL = TabularSpec.preset("fast")
            .with("width", "32")
            .with("depth", "2")
            .with("batch", "64")
            .with("levels", "10")
            .with("lastRounds", "2")
            .with("rate", "0.005")
            .with("average", "0.9")
            .withSteps(300);

    /** 2020-01-01T00:00. */
    private static final double START = 1_577_836_800;

    private MixedTables() {}

    /** Columns side by side. */
    static Table of(Table... columns) {
        return new Table(
                new Schema(Stream.of(columns)
                        .flatMap(table -> table.schema().columns().stream())
                        .toList()),
                Stream.of(columns).flatMap(table -> table.columns().stream()).toList());
    }

    private static Table one(ColumnSchema schema, Column column) {
        return new Table(new Schema(List.of(schema)), List.of(column));
    }

    /** NaN is missing. */
    static Table numbers(String name, ColumnType type, int decimals, double... values) {
        double[] seen = Arrays.stream(values).filter(x -> !Double.isNaN(x)).toArray();
        double least = Arrays.stream(seen).min().orElse(Double.NaN);
        double most = Arrays.stream(seen).max().orElse(Double.NaN);
        return one(ColumnSchema.number(name, type, least, most, decimals), new Column.Numbers(values));
    }

    static Table times(String name, String format, double... seconds) {
        double[] seen = Arrays.stream(seconds).filter(x -> !Double.isNaN(x)).toArray();
        double least = Arrays.stream(seen).min().orElse(Double.NaN);
        double most = Arrays.stream(seen).max().orElse(Double.NaN);
        ColumnSchema schema =
                new ColumnSchema(name, ColumnType.DATETIME, List.of(), List.of(), 0, least, most, 0, format, "given");
        return one(schema, new Column.Numbers(seconds));
    }

    /** Codes of so many levels, named L0, L1, …; −1 is missing. */
    static Table levels(String name, ColumnType type, int levels, int... codes) {
        List<String> names = IntStream.range(0, levels).mapToObj(i -> "L" + i).toList();
        return one(ColumnSchema.withLevels(name, type, names), new Column.Codes(codes));
    }

    static Table texts(String name, List<@Nullable String> values) {
        return one(ColumnSchema.withLevels(name, ColumnType.IDENTIFIER, List.of()), new Column.Texts(values));
    }

    /**
     * Rows of an identifier, a constant, a whole number, a measurement, a category, a boolean that tells which of two kinds a row
     * is of, a grade, a month, a day and a time; with blanks in half of the columns where {@code blanks}.
     */
    static Table random(int rows, boolean blanks, long seed) {
        RandomStream random = RandomStream.of(seed);
        List<@Nullable String> names = new ArrayList<>();
        double[] whole = new double[rows];
        double[] measured = new double[rows];
        int[] category = new int[rows];
        int[] kind = new int[rows];
        int[] grade = new int[rows];
        int[] month = new int[rows];
        double[] day = new double[rows];
        double[] time = new double[rows];
        for (int row = 0; row < rows; row++) {
            names.add("row-" + row);
            kind[row] = random.nextInt(2);
            whole[row] = 18 + random.nextInt(30) + 30.0 * kind[row];
            measured[row] = Math.rint(1000 * (random.nextGaussian() + 3 * kind[row])) / 1000;
            category[row] = kind[row] + random.nextInt(3);
            grade[row] = random.nextInt(5);
            month[row] = random.nextInt(12);
            day[row] = START + 86_400.0 * random.nextInt(60);
            time[row] = START + 600.0 * random.nextInt(5000);
        }
        for (int row = 0; row < rows && blanks; row++) {
            whole[row] = random.nextInt(10) == 0 ? Double.NaN : whole[row];
            category[row] = random.nextInt(10) == 0 ? Column.MISSING : category[row];
            grade[row] = random.nextInt(10) == 0 ? Column.MISSING : grade[row];
            time[row] = random.nextInt(10) == 0 ? Double.NaN : time[row];
        }
        return of(
                texts("name", names),
                levels("constant", ColumnType.CONSTANT, 1, new int[rows]),
                numbers("age", ColumnType.INTEGER, 0, whole),
                numbers("length", ColumnType.NUMERIC, 3, measured),
                levels("category", ColumnType.CATEGORICAL, 4, category),
                levels("kind", ColumnType.BOOLEAN, 2, kind),
                levels("grade", ColumnType.ORDINAL, 5, grade),
                levels("month", ColumnType.CYCLIC, 12, month),
                times("day", "yyyy-MM-dd", day),
                times("time", "yyyy-MM-dd HH:mm", time));
    }

    /** How many values are missing. */
    static long blanks(Table table) {
        return table.columns().stream()
                .mapToLong(column -> IntStream.range(0, table.rows())
                        .filter(column::isMissing)
                        .count())
                .sum();
    }

    /** All values as text, to compare tables by. */
    static String text(Table table) {
        StringBuilder text = new StringBuilder();
        for (Column column : table.columns()) {
            text.append(
                    column instanceof Column.Numbers numbers
                            ? Arrays.toString(numbers.values())
                            : column instanceof Column.Codes codes
                                    ? Arrays.toString(codes.codes())
                                    : Objects.toString(((Column.Texts) column).values()));
        }
        return text.toString();
    }
}
