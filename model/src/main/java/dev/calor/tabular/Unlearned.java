package dev.calor.tabular;

import dev.calor.random.RandomStream;
import dev.calor.space.FiniteSpace;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A column the model has no part in: the same value in every row, none in any, or a name for each, which is made anew and not
 * repeated.
 *
 * @param sample one of the names, whose shape new ones follow; a whole number is counted on from, with zeros before it if it has some
 */
record Unlearned(ColumnSchema schema, String sample) implements ColumnCodec {

    static Unlearned fit(ColumnSchema schema, Column column) {
        if (!(column instanceof Column.Texts texts)) {
            return new Unlearned(schema, "");
        }
        List<@Nullable String> names = texts.values();
        long most = Long.MIN_VALUE;
        String first = "";
        int digits = 1;
        boolean zeros = false;
        for (String name : names) {
            if (name == null) {
                continue;
            }
            first = first.isEmpty() ? name : first;
            if (!name.matches("[0-9]{1,18}")) {
                return new Unlearned(schema, first);
            }
            most = Math.max(most, Long.parseLong(name));
            digits = Math.max(digits, name.length());
            zeros |= name.length() > 1 && name.startsWith("0");
        }
        return new Unlearned(schema, most == Long.MIN_VALUE ? first : counted(most, zeros ? digits : 1));
    }

    /** A number of at least so many digits: 000123. */
    private static String counted(long number, int digits) {
        String text = Long.toString(number);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }

    /** Whether there is nothing to write. */
    boolean isBlank() {
        return schema.type() != ColumnType.IDENTIFIER
                && (schema.type() != ColumnType.CONSTANT || schema.levels().isEmpty());
    }

    @Override
    public List<FiniteSpace> finite() {
        return List.of();
    }

    @Override
    public List<Quantiles> distributions() {
        return List.of();
    }

    @Override
    public boolean knowsMissing() {
        return true;
    }

    @Override
    public void encode(Column column, EncodedRows rows, Place place) {}

    @Override
    public void clamp(Column column, int from, Clamps clamps, int to, Place place) {}

    @Override
    public void forbidMissing(Clamps clamps, Place place) {}

    @Override
    public void restrict(List<Condition> conditions, Clamps clamps, Place place) {
        if (schema.type() == ColumnType.CONSTANT
                && !schema.levels().isEmpty()
                && conditions.stream().allMatch(condition -> condition.holding(schema)[0])) {
            return;
        }
        throw new IllegalArgumentException("conditions " + conditions + ": '" + schema.name() + "' is "
                + (schema.type() == ColumnType.CONSTANT
                        ? "the same in every row: " + schema.levels()
                        : schema.type() == ColumnType.IDENTIFIER
                                ? "an identifier, which the model does not learn"
                                : "blank in every row")
                + "; choose another column");
    }

    @Override
    public Column decode(SampledRows rows, Place place, RandomStream random) {
        if (schema.type().isNumber()) {
            double[] blanks = new double[rows.rows()];
            Arrays.fill(blanks, Double.NaN);
            return new Column.Numbers(blanks);
        }
        if (schema.type().hasLevels()) {
            int[] codes = new int[rows.rows()];
            Arrays.fill(codes, isBlank() ? Column.MISSING : 0);
            return new Column.Codes(codes);
        }
        Set<String> used = new HashSet<>();
        List<@Nullable String> names = new ArrayList<>(rows.rows());
        boolean counted = sample.matches("[0-9]{1,18}");
        for (int row = 0; row < rows.rows(); row++) {
            String name = counted ? counted(Long.parseLong(sample) + 1 + row, sample.length()) : "";
            for (int attempt = 0; !counted && (name.isEmpty() || !used.add(name)); attempt++) {
                // Shapes too short for so many names are lengthened.
                name = alike(random.child(row).child(attempt)) + (attempt > 20 ? Integer.toString(row) : "");
            }
            names.add(name);
        }
        return new Column.Texts(names);
    }

    /** A text of the sample's shape: digits for digits, letters for letters. */
    private String alike(RandomStream random) {
        String shape = sample.isEmpty() ? "00000000" : sample;
        boolean hexadecimal = shape.matches("[0-9a-f-]{8,}");
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < shape.length(); i++) {
            char c = shape.charAt(i);
            if (hexadecimal && Character.isLetterOrDigit(c)) {
                name.append(Character.forDigit(random.nextInt(16), 16));
            } else if (Character.isDigit(c)) {
                name.append((char) ('0' + random.nextInt(10)));
            } else if (c >= 'a' && c <= 'z') {
                name.append((char) ('a' + random.nextInt(26)));
            } else if (c >= 'A' && c <= 'Z') {
                name.append((char) ('A' + random.nextInt(26)));
            } else {
                name.append(c);
            }
        }
        return name.toString();
    }
}
