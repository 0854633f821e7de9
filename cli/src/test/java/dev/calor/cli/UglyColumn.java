package dev.calor.cli;

import dev.calor.random.RandomStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A column of an ugly table.
 *
 * @param name its name where that matters; else empty
 * @param secret whether its values must never be in a synthetic table
 */
record UglyColumn(String name, List<String> values, boolean secret) {
    /** How people write that a value is missing. */
    static final List<String> BLANKS = List.of("", "NA", "?", "null", "N/A", "NaN");

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

    interface Cell {
        String of(int row, RandomStream random);
    }

    static List<String> fill(int rows, RandomStream random, Cell cell) {
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

    static UglyColumn of(int rows, RandomStream random) {
        int which = random.child("which").nextInt(39);
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
                new UglyColumn(
                        "email",
                        fill(rows, r, (i, c) -> f("p%d@example.%s", i - i % 7 / 6, c.nextInt(2) == 0 ? "com" : "org")),
                        true);
            case 24 -> new UglyColumn("phone", fill(rows, r, (i, c) -> f("+49 30 %07d", c.nextInt(9_999_999))), true);
            case 25 ->
                new UglyColumn(
                        "last_name",
                        fill(rows, r, (i, c) -> List.of("Smith", "Müller", "O'Neill", "de la Cruz")
                                .get(c.nextInt(4))),
                        true);
            case 26 ->
                new UglyColumn(
                        "ip",
                        fill(
                                rows,
                                r,
                                (i, c) -> f(
                                        "%d.%d.%d.%d", c.nextInt(256), c.nextInt(256), c.nextInt(256), c.nextInt(256))),
                        true);
            case 27 ->
                new UglyColumn(
                        "ssn",
                        fill(rows, r, (i, c) -> f("%03d-%02d-%04d", c.nextInt(999), c.nextInt(99), c.nextInt(9999))),
                        true);
            case 28 ->
                new UglyColumn(
                        "address",
                        fill(rows, r, (i, c) -> f("%d Maple Street, Town %d", c.nextInt(999), c.nextInt(9))),
                        true);
            case 29 ->
                new UglyColumn(
                        "", fill(rows, r, (i, c) -> f("note %d of %s", i, WORDS.get(c.nextInt(WORDS.size())))), true);
            case 30 ->
                new UglyColumn(
                        "",
                        fill(
                                rows,
                                r,
                                (i, c) -> f("%08x-%04x-4000-8000-%012x", c.nextInt(1 << 30), i, c.nextInt(1 << 30))),
                        true);
            case 31 ->
                new UglyColumn("id", fill(rows, r, (i, c) -> f("90071992547%08d", 7919 * i + c.nextInt(7000))), true);
            case 32 -> new UglyColumn("", fill(rows, r, (i, c) -> "long ".repeat(100) + i), true);
            case 33 -> new UglyColumn("iban", fill(rows, r, (i, c) -> iban(c)), true);
            case 34 -> new UglyColumn("card", fill(rows, r, (i, c) -> card(c)), true);
            case 35 ->
                plain(fill(rows, r, (i, c) -> f("%,.2f", 1e6 * c.nextDouble()).replace(',', '\'')));
            case 36 -> plain(fill(rows, r, (i, c) -> f("EUR %d", c.nextInt(500))));
            case 37 -> plain(fill(rows, r, (i, c) -> c.nextInt(6) == 0 ? "-" : f("%.1f", 40 * c.nextDouble())));
            default ->
                plain(fill(
                        rows, r, (i, c) -> List.of("Jan", "Feb", "Mar", "Dec").get(c.nextInt(4))));
        };
    }

    private static UglyColumn plain(List<String> values) {
        return new UglyColumn("", values, false);
    }

    /** With the check digits of ISO 13616. */
    private static String iban(RandomStream random) {
        String account = f("%010d%08d", random.nextInt(1_000_000_000), random.nextInt(100_000_000));
        int remainder =
                new BigInteger(account + "131400").mod(BigInteger.valueOf(97)).intValue();
        return f("DE%02d%s", 98 - remainder, account);
    }

    /** With the check digit of ISO 7812. */
    private static String card(RandomStream random) {
        String digits = f("4%07d%07d", random.nextInt(10_000_000), random.nextInt(10_000_000));
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(i) - '0';
            int doubled = i % 2 == 0 ? 2 * digit : digit;
            sum += doubled > 9 ? doubled - 9 : doubled;
        }
        return digits + (10 - sum % 10) % 10;
    }

    /** Some values taken out, in one of the ways people do. */
    List<String> blanked(RandomStream random) {

        int share = random.child("share").nextInt(3) == 0 ? 4 : Integer.MAX_VALUE;
        String token = BLANKS.get(random.child("token").nextInt(BLANKS.size()));
        return fill(
                values.size(),
                random.child("rows"),
                (i, c) -> share < Integer.MAX_VALUE && c.nextInt(share) == 0 ? token : values.get(i));
    }
}
