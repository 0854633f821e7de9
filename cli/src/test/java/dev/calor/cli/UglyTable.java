package dev.calor.cli;

import dev.calor.random.RandomStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A table made up of what goes wrong with tables: numbers as people write them, personal data, strange names, strange files.
 *
 * @param file where it is
 * @param options how it must be read
 * @param columns the names of its columns
 * @param rows how many it has
 * @param secrets for each column, the values that must never be in a synthetic table; empty for columns that may be learned
 * @param damage why it is no table and must be refused
 */
record UglyTable(
        Path file, List<String> options, List<String> columns, int rows, List<Set<String>> secrets, Damage damage) {

    /** What is wrong with a file as a whole. */
    enum Damage {
        NONE,
        EMPTY,
        OPEN_QUOTE,
        TOO_MANY_FIELDS,
        NO_ROWS,
        CUT_OFF,
        LIST;

        /** Whether the line of the problem must be named. */
        boolean hasLine() {
            return this == OPEN_QUOTE || this == TOO_MANY_FIELDS;
        }
    }

    private static final List<String> NAMES = List.of(
            "x",
            "Köln (km)",
            "a=b",
            "a<b",
            "with space",
            "quo\"te",
            "line\nfeed",
            "=SUM(A1)",
            "猫",
            "",
            "X",
            "select",
            "c0",
            "p(x)",
            "very ".repeat(30) + "long",
            "\u202eabc",
            "\u001b[2Jname",
            "a.b",
            "'single'",
            "semi;colon",
            "pipe|d");

    /** Makes a table; the same stream makes the same one. */
    static UglyTable make(Path folder, RandomStream random) throws IOException {
        int rows = 24 + random.child("rows").nextInt(60);
        int count = 2 + random.child("columns").nextInt(5);
        List<String> names = new ArrayList<>();
        List<List<String>> values = new ArrayList<>();
        List<Set<String>> secrets = new ArrayList<>();
        names.add("value"); // one column that can always be learned
        values.add(UglyColumn.fill(rows, random.child("value"), (i, r) -> Integer.toString(r.nextInt(500))));
        secrets.add(Set.of());
        for (int k = 0; k < count; k++) {
            RandomStream own = random.child("column").child(k);
            UglyColumn made = UglyColumn.of(rows, own);
            String odd = NAMES.get(own.child("name").nextInt(NAMES.size()));
            String name =
                    !made.name().isEmpty() ? made.name() : own.child("odd").nextInt(3) == 0 ? odd : "column " + k;
            if (!names.contains(name)) {
                names.add(name);
                List<String> left = made.blanked(own.child("blanks"));
                values.add(left);
                Set<String> secret = new HashSet<>(made.secret() ? left : List.of());
                secret.removeAll(UglyColumn.BLANKS);
                secrets.add(secret);
            }
        }
        UglyFile file = new UglyFile(folder, names, values, secrets);
        return random.child("json").nextInt(6) == 0 ? file.json(random.child("file")) : file.text(random.child("file"));
    }
}
