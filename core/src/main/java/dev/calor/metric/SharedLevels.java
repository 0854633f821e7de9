package dev.calor.metric;

import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Merges the levels of one column of several tables into one list. Levels are the same where they are spelled the same;
 * where all of them are numbers or truth values, where they are equal, as in SDMetrics: 1 = 1.0 = true.
 */
final class SharedLevels {
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");

    private SharedLevels() {}

    static SharedColumn.Levels of(ColumnSchema schema, Table... tables) {
        List<Coded> coded = Arrays.stream(tables)
                .map(table -> Coded.of(table.schema().column(schema.name()), table.column(schema.name())))
                .toList();
        boolean numbers = coded.stream()
                .flatMap(column -> column.levels.stream())
                .noneMatch(level -> Double.isNaN(number(level)));
        Map<Object, Integer> places = new HashMap<>();
        List<String> joint = new ArrayList<>();
        int[][] codes = new int[tables.length][];
        for (int t = 0; t < tables.length; t++) {
            int[] recoding = new int[coded.get(t).levels.size()];
            for (int code = 0; code < recoding.length; code++) {
                String level = coded.get(t).levels.get(code);
                Integer place = places.putIfAbsent(numbers ? (Object) number(level) : level, joint.size());
                recoding[code] = place == null ? joint.size() : place;
                if (place == null) {
                    joint.add(level);
                }
            }
            codes[t] = recoded(coded.get(t).codes, recoding);
        }
        return new SharedColumn.Levels(schema, joint, codes);
    }

    private static int[] recoded(int[] codes, int[] places) {
        boolean same = true;
        for (int level = 0; level < places.length; level++) {
            same &= places[level] == level;
        }
        return same
                ? codes
                : Arrays.stream(codes)
                        .map(code -> code == Column.MISSING ? code : places[code])
                        .toArray();
    }

    /** The number a text spells, 1 for true, 0 for false; NaN for other texts. */
    static double number(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> 1;
            case "false" -> 0;
            // + 0.0: −0 is 0
            default -> NUMBER.matcher(text).matches() ? Double.parseDouble(text) + 0.0 : Double.NaN;
        };
    }

    /** Codes and the spellings they stand for. */
    @SuppressWarnings("ArrayRecordComponent") // arrays are shared, not copied
    private record Coded(int[] codes, List<String> levels) {
        static Coded of(ColumnSchema schema, Column column) {
            if (column instanceof Column.Codes codes) {
                return new Coded(codes.codes(), schema.levels());
            }
            Map<String, Integer> places = new HashMap<>();
            List<String> levels = new ArrayList<>();
            int[] codes = SharedColumn.texts(schema, column).stream()
                    .mapToInt(text -> text == null
                            ? Column.MISSING
                            : Objects.requireNonNull(places.computeIfAbsent(text, added -> {
                                levels.add(added);
                                return levels.size() - 1;
                            })))
                    .toArray();
            return new Coded(codes, levels);
        }
    }
}
