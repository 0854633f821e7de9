package dev.calor.cli;

import dev.calor.random.RandomStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/**
 * A table made up of what goes wrong with tables: numbers as people write them, personal data, strange names, strange files.
 *
 * @param file where it is
 * @param options how it must be read
 * @param columns the names of its columns
 * @param rows how many it has
 * @param secrets for each column, the values that must never be in a synthetic table; empty for columns that may be learned
 * @param broken whether it is no table, and must be refused
 */
record UglyTable(
        Path file, List<String> options, List<String> columns, int rows, List<Set<String>> secrets, boolean broken) {

    private static final List<String> WORDS = List.of(
            "red",
            "green",
            "Köln",
            "naïve café",
            "猫",
            "😀 ok",
            "a,b",
            "a;b",
            "tab\there",
            "say \"hi\"",
            "two\nlines",
            "=1+1",
            "-x",
            "@home",
            "\u001b[31mred",
            "\u202eabc",
            "NULLish",
            "None",
            "unknown",
            "true-ish",
            "O'Neill",
            "<b>",
            "%s %n",
            "${x}",
            "../etc",
            "a|b");

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

    /** A column: what it is called if that matters, its values, and whether they are secret. */
    private record Made(String name, List<String> values, boolean secret) {}

    /** Makes a table; the same stream makes the same one. */
    static UglyTable make(Path folder, RandomStream random) throws IOException {
        int rows = 24 + random.child("rows").nextInt(60);
        int count = 2 + random.child("columns").nextInt(5);
        List<String> names = new ArrayList<>();
        List<List<String>> values = new ArrayList<>();
        List<Set<String>> secrets = new ArrayList<>();
        names.add("value"); // one column that can always be learned
        values.add(fill(rows, random.child("value"), (i, r) -> Integer.toString(r.nextInt(500))));
        secrets.add(Set.of());
        for (int k = 0; k < count; k++) {
            RandomStream own = random.child("column").child(k);
            Made made = column(rows, own);
            String odd = NAMES.get(own.child("name").nextInt(NAMES.size()));
            String name = !made.name.isEmpty() ? made.name : own.child("odd").nextInt(3) == 0 ? odd : "column " + k;
            if (!names.contains(name)) {
                names.add(name);
                List<String> left = blanked(made, own.child("blanks"));
                values.add(left);
                secrets.add(made.secret ? new HashSet<>(left) : Set.of());
            }
        }
        return written(folder, random.child("file"), names, values, secrets);
    }

    private interface Cell {
        String of(int row, RandomStream random);
    }

    private static List<String> fill(int rows, RandomStream random, Cell cell) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            values.add(cell.of(i, random.child(i)));
        }
        return values;
    }

    @SuppressWarnings("AnnotateFormatMethod")
    private static String f(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }

    private static Made column(int rows, RandomStream random) {
        int which = random.child("which").nextInt(34);
        RandomStream r = random.child("cells");
        int levels = 2 + random.child("levels").nextInt(12);
        int from = random.child("from").nextInt(WORDS.size());
        return switch (which) {
            case 0 ->
                plain(fill(rows, r, (i, c) -> f("%.2f", 1e4 * c.nextDouble()).replace('.', ',')));
            case 1 -> plain(fill(rows, r, (i, c) -> f("%.1f%%", 100 * c.nextDouble())));
            case 2 -> plain(fill(rows, r, (i, c) -> f("$%,.2f", 1e6 * c.nextDouble())));
            case 3 -> plain(fill(rows, r, (i, c) -> f("%,d", c.nextInt(9_000_000))));
            case 4 ->
                plain(fill(rows, r, (i, c) -> f("%,.1f", 1e5 * c.nextDouble())
                        .replace(',', ' ')
                        .replace('.', ',')));
            case 5 ->
                plain(fill(
                        rows,
                        r,
                        (i, c) -> c.nextInt(3) == 0 ? f("(%.2f)", 9 * c.nextDouble()) : f("%.2f", 9 * c.nextDouble())));
            case 6 -> plain(fill(rows, r, (i, c) -> f("%.3e", Math.pow(10, 30 * c.nextDouble() - 15))));
            case 7 -> plain(fill(rows, r, (i, c) -> f("€%.2f", 99 * c.nextDouble())));
            case 8 -> plain(fill(rows, r, (i, c) -> f("%02d:%02d", c.nextInt(24), c.nextInt(60))));
            case 9 ->
                plain(fill(
                        rows,
                        r,
                        (i, c) -> f("%02d.%02d.%d", 1 + c.nextInt(28), 1 + c.nextInt(12), 1990 + c.nextInt(40))));
            case 10 -> plain(fill(rows, r, (i, c) -> f("%02d May %d", 1 + c.nextInt(28), 1990 + c.nextInt(40))));
            case 11 ->
                plain(fill(
                        rows,
                        r,
                        (i, c) -> f(
                                "2024-%02d-%02dT%02d:%02d:%02dZ",
                                1 + c.nextInt(12), 1 + c.nextInt(28), c.nextInt(24), c.nextInt(60), c.nextInt(60))));
            case 12, 13, 14, 15 -> plain(fill(rows, r, (i, c) -> WORDS.get((from + c.nextInt(levels)) % WORDS.size())));
            case 16 -> plain(fill(rows, r, (i, c) -> c.nextInt(2) == 0 ? "yes" : "no"));
            case 17 -> plain(fill(rows, r, (i, c) -> "the same"));
            case 18 -> plain(fill(rows, r, (i, c) -> ""));
            case 19 -> plain(fill(rows, r, (i, c) -> c.nextInt(10) == 0 ? "n.v." : Integer.toString(c.nextInt(99))));
            case 20 -> plain(fill(rows, r, (i, c) -> c.nextInt(3) == 0 ? "$5" : "€" + c.nextInt(3)));
            case 21 -> plain(fill(rows, r, (i, c) -> f("%05d", c.nextInt(40))));
            case 22 ->
                plain(fill(
                        rows,
                        r,
                        (i, c) -> c.nextInt(9) == 0
                                ? "1e308"
                                : c.nextInt(9) == 0 ? "-0.0" : f("%.6f", c.nextGaussian())));
            case 23 ->
                new Made(
                        "email",
                        fill(rows, r, (i, c) -> f("p%d@example.%s", i - i % 7 / 6, c.nextInt(2) == 0 ? "com" : "org")),
                        true);
            case 24 -> new Made("phone", fill(rows, r, (i, c) -> f("+49 30 %07d", c.nextInt(9_999_999))), true);
            case 25 ->
                new Made(
                        "last_name",
                        fill(rows, r, (i, c) -> List.of("Smith", "Müller", "O'Neill", "de la Cruz")
                                .get(c.nextInt(4))),
                        true);
            case 26 ->
                new Made(
                        "ip",
                        fill(
                                rows,
                                r,
                                (i, c) -> f(
                                        "%d.%d.%d.%d", c.nextInt(256), c.nextInt(256), c.nextInt(256), c.nextInt(256))),
                        true);
            case 27 ->
                new Made(
                        "ssn",
                        fill(rows, r, (i, c) -> f("%03d-%02d-%04d", c.nextInt(999), c.nextInt(99), c.nextInt(9999))),
                        true);
            case 28 ->
                new Made(
                        "address",
                        fill(rows, r, (i, c) -> f("%d Maple Street, Town %d", c.nextInt(999), c.nextInt(9))),
                        true);
            case 29 ->
                new Made("", fill(rows, r, (i, c) -> f("note %d of %s", i, WORDS.get(c.nextInt(WORDS.size())))), true);
            case 30 ->
                new Made(
                        "",
                        fill(
                                rows,
                                r,
                                (i, c) -> f("%08x-%04x-4000-8000-%012x", c.nextInt(1 << 30), i, c.nextInt(1 << 30))),
                        true);
            case 31 -> new Made("id", fill(rows, r, (i, c) -> f("90071992547%08d", 7919 * i + c.nextInt(7000))), true);
            case 32 -> new Made("", fill(rows, r, (i, c) -> "long ".repeat(100) + i), true);
            default ->
                plain(fill(
                        rows, r, (i, c) -> List.of("Jan", "Feb", "Mar", "Dec").get(c.nextInt(4))));
        };
    }

    private static Made plain(List<String> values) {
        return new Made("", values, false);
    }

    /** Some values taken out, in one of the ways people do. */
    private static List<String> blanked(Made made, RandomStream random) {
        List<String> tokens = List.of("", "NA", "?", "null");
        int share = random.child("share").nextInt(3) == 0 ? 4 : Integer.MAX_VALUE;
        String token = tokens.get(random.child("token").nextInt(tokens.size()));
        return fill(
                made.values.size(),
                random.child("rows"),
                (i, c) -> share < Integer.MAX_VALUE && c.nextInt(share) == 0 ? token : made.values.get(i));
    }

    private static UglyTable written(
            Path folder, RandomStream random, List<String> names, List<List<String>> values, List<Set<String>> secrets)
            throws IOException {
        List<String> options = new ArrayList<>();
        char separator = ",;\t|".charAt(random.child("separator").nextInt(4));
        String end = random.child("end").nextInt(2) == 0 ? "\n" : "\r\n";
        boolean always = random.child("quotes").nextInt(3) == 0;
        StringBuilder text = new StringBuilder(random.child("sep").nextInt(6) == 0 ? "sep=" + separator + end : "");
        boolean named = random.child("header").nextInt(8) > 0;
        List<String> columns = new ArrayList<>(names);
        if (named) {
            text.append(line(names, separator, true)).append(end);
        } else {
            options.add("--no-header");
            columns.replaceAll(name -> "column" + (names.indexOf(name) + 1));
            int people = names.indexOf("last_name"); // nothing but the name of the column says what they are
            if (people >= 0) {
                secrets.set(people, Set.of());
            }
        }
        int rows = values.get(0).size();
        for (int i = 0; i < rows; i++) {
            int row = i;
            text.append(line(values.stream().map(column -> column.get(row)).toList(), separator, always))
                    .append(end);
        }
        boolean latin = random.child("latin").nextInt(6) == 0
                && StandardCharsets.ISO_8859_1.newEncoder().canEncode(text);
        Charset charset = latin
                ? StandardCharsets.ISO_8859_1
                : random.child("wide").nextInt(8) == 0 ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
        if (latin) {
            options.addAll(List.of("--encoding", "latin1"));
        }
        byte[] bytes = text.toString().getBytes(charset);
        int damage = random.child("damage").nextInt(40);
        bytes = switch (damage) {
            case 0 -> new byte[0];
            case 1 -> (text + "\"never closed").getBytes(StandardCharsets.UTF_8);
            case 2 ->
                (text + "too" + separator + "many" + (separator + "x").repeat(20) + end)
                        .getBytes(StandardCharsets.UTF_8);
            case 3 -> line(names, separator, true).getBytes(StandardCharsets.UTF_8);
            default -> bytes;
        };
        boolean packed = random.child("packed").nextInt(5) == 0;
        Path file = folder.resolve("ugly " + random.child("n").nextInt(1 << 30) + (packed ? ".csv.gz" : ".csv"));
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (OutputStream out = packed ? new GZIPOutputStream(content) : content) {
            out.write(bytes);
        }
        Files.write(file, content.toByteArray());
        return new UglyTable(file, options, columns, rows, secrets, damage <= 3);
    }

    private static String line(List<String> fields, char separator, boolean always) {
        List<String> written = fields.stream()
                .map(field -> always || field.matches("(?s).*[,;\t|\"\r\n].*")
                        ? '"' + field.replace("\"", "\"\"") + '"'
                        : field)
                .toList();
        return String.join(String.valueOf(separator), written);
    }
}
