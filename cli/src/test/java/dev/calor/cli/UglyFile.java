package dev.calor.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.calor.cli.UglyTable.Damage;
import dev.calor.random.RandomStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/** Writes the columns of an ugly table to a file, in one of the ways people do. */
record UglyFile(Path folder, List<String> names, List<List<String>> values, List<Set<String>> secrets) {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String UNNAMED = "unnamed";

    private List<String> row(int row) {
        return values.stream().map(column -> column.get(row)).toList();
    }

    private int rows() {
        return values.get(0).size();
    }

    /** Delimited text of any separator, line end, quoting and encoding, with and without names. */
    UglyTable text(RandomStream random) throws IOException {
        List<String> options = new ArrayList<>();
        char separator = ",;\t|".charAt(random.child("separator").nextInt(4));
        String end = random.child("end").nextInt(2) == 0 ? "\n" : "\r\n";
        boolean always = random.child("quotes").nextInt(3) == 0;
        StringBuilder text = new StringBuilder(random.child("sep").nextInt(6) == 0 ? "sep=" + separator + end : "");
        boolean named = random.child("header").nextInt(8) > 0;
        List<String> columns = new ArrayList<>(names);
        List<Set<String>> hidden = new ArrayList<>(secrets);
        if (named) {
            text.append(line(names, separator, true)).append(end);
        } else {
            options.add("--no-header");
            columns.replaceAll(name -> "column" + (names.indexOf(name) + 1));
            int people = names.indexOf("last_name"); // nothing but the name of the column says what they are
            if (people >= 0) {
                hidden.set(people, Set.of());
            }
        }
        for (int row = 0; row < rows(); row++) {
            text.append(line(row(row), separator, always)).append(end);
        }
        Damage damage =
                switch (random.child("damage").nextInt(40)) {
                    case 0 -> Damage.EMPTY;
                    case 1 -> Damage.OPEN_QUOTE;
                    case 2 -> Damage.TOO_MANY_FIELDS;
                    case 3 -> named ? Damage.NO_ROWS : Damage.EMPTY;
                    default -> Damage.NONE;
                };
        String damaged =
                switch (damage) {
                    case EMPTY -> "";
                    case OPEN_QUOTE -> text + "\"never closed";
                    case TOO_MANY_FIELDS -> text + "too" + separator + "many" + (separator + "x").repeat(20) + end;
                    case NO_ROWS -> line(names, separator, true);
                    default -> text.toString();
                };
        byte[] bytes = damaged.getBytes(charset(damage, damaged, random, options));
        Path file = write(bytes, "csv", random);
        return new UglyTable(file, options, columns, rows(), hidden, damage);
    }

    private static Charset charset(Damage damage, String text, RandomStream random, List<String> options) {
        if (damage != Damage.NONE) {
            return StandardCharsets.UTF_8;
        }
        if (random.child("latin").nextInt(6) == 0
                && StandardCharsets.ISO_8859_1.newEncoder().canEncode(text)) {
            options.addAll(List.of("--encoding", "latin1"));
            return StandardCharsets.ISO_8859_1;
        }
        return random.child("wide").nextInt(8) == 0 ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
    }

    private static String line(List<String> fields, char separator, boolean always) {
        List<String> written = fields.stream()
                .map(field -> always || field.matches("(?s).*[,;\t|\"\r\n].*")
                        ? '"' + field.replace("\"", "\"\"") + '"'
                        : field)
                .toList();
        return String.join(String.valueOf(separator), written);
    }

    /** A JSON object per line, with objects inside it, values left out, and numbers with and without quotes. */
    UglyTable json(RandomStream random) throws IOException {
        boolean nested = random.child("nested").nextInt(2) == 0;
        boolean array = random.child("array").nextInt(3) == 0;
        int inner = 1 + random.child("inner").nextInt(names.size());
        List<String> columns = new ArrayList<>(names);
        columns.replaceAll(name -> name.isEmpty() ? UNNAMED : name); // DuckDB has no empty name here
        for (int k = inner; k < columns.size() && nested; k++) {
            columns.set(k, "inner." + columns.get(k));
        }
        Damage damage =
                switch (random.child("damage").nextInt(20)) {
                    case 0 -> Damage.CUT_OFF;
                    case 1 -> Damage.LIST;
                    default -> Damage.NONE;
                };
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < rows(); row++) {
            ObjectNode object = MAPPER.createObjectNode();
            ObjectNode within = MAPPER.createObjectNode();
            for (int k = 0; k < names.size(); k++) {
                String name = names.get(k).isEmpty() ? UNNAMED : names.get(k);
                put(nested && k >= inner ? within : object, name, row(row).get(k), row == 0);
            }
            if (!within.isEmpty()) {
                object.set("inner", within);
            }
            if (damage == Damage.LIST) {
                object.putArray("list").add(1).add(2);
            }
            lines.add(object.toString());
        }
        String text = array ? "[" + String.join(",\n", lines) + "]" : String.join("\n", lines);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] left = damage == Damage.CUT_OFF ? Arrays.copyOf(bytes, bytes.length - 9) : bytes;
        return new UglyTable(
                write(left, array ? "json" : "jsonl", random), List.of(), columns, rows(), secrets, damage);
    }

    /** A blank is null, or left out in all rows but the first, which has every key. */
    private static void put(ObjectNode object, String name, String value, boolean first) {
        if (value.isEmpty() && first) {
            object.putNull(name);
        } else if (value.matches("-?(0|[1-9]\\d{0,8})(\\.\\d+)?")) {
            object.put(name, Double.parseDouble(value));
        } else if (!value.isEmpty()) {
            object.put(name, value);
        }
    }

    private Path write(byte[] bytes, String extension, RandomStream random) throws IOException {
        boolean packed = random.child("packed").nextInt(5) == 0;
        Path file =
                folder.resolve("ugly " + random.child("n").nextInt(1 << 30) + "." + extension + (packed ? ".gz" : ""));
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (OutputStream out = packed ? new GZIPOutputStream(content) : content) {
            out.write(bytes);
        }
        Files.write(file, content.toByteArray());
        return file;
    }
}
