package dev.calor.table;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files as people have them: their numbers, separators, encodings and nested objects. */
class UserFilesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Table read(String text, FileOptions options) throws IOException {
        Path file = Files.writeString(folder.resolve("table.csv"), text);
        return TableSource.file(file, options).read();
    }

    private static FileOptions options(String delimiter, String decimal, String encoding, boolean header) {
        return new FileOptions(
                null,
                delimiter.isEmpty() ? null : (Character) delimiter.charAt(0),
                decimal.isEmpty() ? null : (Character) decimal.charAt(0),
                encoding.isEmpty() ? null : Charset.forName(encoding),
                header,
                Set.of());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # values                                | format       | numbers
            1,5; 22,75; -3; 0,25                    | 1234,5       | 1.5 22.75 -3 0.25
            67.8%; 5%; -1.25%                       | 1234.5%      | 67.8 5 -1.25
            67,8 %; 5 %; 100 %                      | 1234,5 %     | 67.8 5 100
            €55.33; €1.00; -€7.50                   | €1234.5      | 55.33 1 -7.5
            $92,622.30; $5.00; $-1,000.00           | $1,234.5     | 92622.3 5 -1000
            2,936,547; 12; 1,000                    | 1,234.5      | 2936547 12 1000
            1 234,5; 12,25; 1 000 000,0             | 1 234,5      | 1234.5 12.25 1000000
            1.234,5 €; 12,25 €; 1.000.000,0 €       | 1.234,5 €    | 1234.5 12.25 1000000
            (12.50); 13.25; (0.75)                  | (1234.5)     | -12.5 13.25 -0.75
            ($1,200.00); $13.25; $2,000,000.00      | ($1,234.5)   | -1200 13.25 2000000
            1'234.50; 12.75; 1'000'000.00           | 1'234.5      | 1234.5 12.75 1000000
            EUR 12.50; EUR 7.25; EUR 1.00           | EUR 1234.5   | 12.5 7.25 1
            12 kr; 7 kr; 1 kr                       | 1234.5 kr    | 12 7 1
            4.219e+00; 1.000e-12; -9.999e+10        | 1.235e+03    | 4.219 1e-12 -99990000000
            """)
    @DisplayName("Formatted numbers are read as numbers, the schema says so, and they are written in the same format")
    void numbers(String values, String format, String numbers) throws IOException {
        StringBuilder text = new StringBuilder("n\tother\n");
        for (String value : values.split("; *", -1)) {
            text.append('"').append(value.strip()).append("\"\t1\n");
        }
        Path file = Files.writeString(folder.resolve("table.tsv"), text);
        Table table = TableSource.file(file).read();
        ColumnSchema column = table.schema().column("n");
        assertTrue(column.type().isNumber(), column.toString());
        assertEquals(format, column.format());
        double[] expected = List.of(numbers.split(" ", -1)).stream()
                .mapToDouble(Double::parseDouble)
                .toArray();
        assertArrayEquals(expected, table.numbers(0), 0);
        Path out = folder.resolve("out.tsv");
        TableWriter.write(table, out);
        List<String> written = Files.readAllLines(out).stream()
                .skip(1)
                .map(line -> line.replaceAll("\t.*|\"", ""))
                .toList();
        List<String> read = List.of(values.split("; *", -1)).stream()
                .map(value -> value.strip().replaceAll("([€$])-", "-$1"))
                .toList();
        assertEquals(read, written);
        assertEquals(table.schema(), SchemaFile.parse("s", SchemaFile.text(table.schema())));
        Path json = folder.resolve("out.jsonl");
        TableWriter.write(table, json);
        assertArrayEquals(expected, TableSource.file(json).read(table.schema()).numbers(0), 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"$5; €6; $7", "5%; 6; 7", "007 1; 008 2", "12,34,567; 1,2", "1.2.3; 4.5.6", "5th; 6th", "a1; a2"
            })
    @DisplayName("Numbers in mixed formats stay text")
    void texts(String values) throws IOException {
        String text = "n|other\n" + values.replaceAll("; *", "|1\n").repeat(1) + "|1\n";
        assertEquals(
                ColumnType.CATEGORICAL,
                read(text, FileOptions.NONE).schema().column("n").type());
    }

    @Test
    @DisplayName("One comma before three digits groups them, in files with semicolons it is decimal; --decimal decides")
    void ambiguous() throws IOException {
        String text = "n\tm\n1,234\tx\n5,678\ty\n";
        ColumnSchema grouped = read(text, FileOptions.NONE).schema().column("n");
        assertEquals(5678, grouped.maximum());
        assertTrue(grouped.reason().contains("could also have the decimal sign ','"), grouped.reason());
        assertEquals(
                5.678,
                read(text.replace('\t', ';'), FileOptions.NONE)
                        .schema()
                        .column("n")
                        .maximum());
        assertEquals(
                5.678,
                read(text, options("", ",", "", true)).schema().column("n").maximum());
        assertEquals(
                5678,
                read(text.replace('\t', ';'), options("", ".", "", true))
                        .schema()
                        .column("n")
                        .maximum());
        String points = "n;m\n1.234;x\n5.678;y\n";
        assertEquals(5.678, read(points, FileOptions.NONE).schema().column("n").maximum());
        assertEquals(
                5678,
                read(points, options("", ",", "", true)).schema().column("n").maximum());
    }

    @Test
    @DisplayName("A schema that was learned from such numbers reads them and plain ones, and refuses others by line")
    void readAgain() throws IOException {
        Table table = read("n;m\n$1,200.50;x\n$3.25;y\n", FileOptions.NONE);
        Path file = Files.writeString(folder.resolve("new.csv"), "n,m\n7.5,x\n\"$1,000\",y\n");
        assertArrayEquals(
                new double[] {7.5, 1000},
                TableSource.file(file).read(table.schema()).numbers(0));
        Files.writeString(file, "n,m\n7.5,x\nmuch,y\n");
        assertRefused(
                () -> TableSource.file(file).read(table.schema()),
                "new.csv:3 column 'n': 'much' is not a number such as $1,234.5");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            HH:mm       | 09:05 23:59 00:00
            HH:mm:ss    | 09:05:10 23:59:59 00:00:00
            H:mm        | 9:05 23:59 0:00
            h:mm a      | 9:05_AM 11:59_PM 12:00_AM
            dd MMM yyyy | 01_May_2021 31_Dec_2020 02_Jan_2021
            d MMM yyyy  | 1_May_2021 31_Dec_2020 2_Jan_2021
            d MMMM yyyy | 1_June_2021 31_December_2020 2_January_2021
            """)
    @DisplayName("Times of day, and days with names of months, are points in time and keep their format")
    void times(String format, String values) throws IOException {
        String text =
                "t,x\n" + String.join(",1\n", List.of(values.split(" ", -1))).replace('_', ' ') + ",1\n";
        Table table = read(text, FileOptions.NONE);
        assertEquals(format, table.schema().column("t").dateFormat());
        Path out = folder.resolve("out.csv");
        TableWriter.write(table, out);
        assertEquals(text, Files.readString(out));
    }

    @Test
    @DisplayName("The separator is the one that splits all lines alike, whatever the column names contain")
    void separator() throws IOException {
        assertEquals(
                List.of("a, b, c, d", "e"),
                read("a, b, c, d;e\n1;2\n3;4\n", FileOptions.NONE).schema().names());
        assertEquals(
                List.of("a|b", "e"),
                read("a|b;e\n1;2\n3;4\n", FileOptions.NONE).schema().names());
        assertEquals(
                2, read("a;b\n1,5;2,5\n2,5;3,5\n", FileOptions.NONE).columns().size());
        assertEquals(
                2, read("a:b\n1:2\n3:4\n", options(":", "", "", true)).columns().size());
    }

    @Test
    @DisplayName("A line sep=; sets the separator and is not a row; lines are counted from the first")
    void sep() throws IOException {
        Table table = read("sep=;\na;b,c\n1;x\n2;y\n", FileOptions.NONE);
        assertEquals(List.of("a", "b,c"), table.schema().names());
        assertEquals(2, table.rows());
        Files.writeString(folder.resolve("table.csv"), "sep=;\na;b,c\n1;x\nzwei;y\n");
        assertRefused(
                () -> TableSource.file(folder.resolve("table.csv")).read(table.schema()), "table.csv:4 column 'a'");
    }

    @Test
    @DisplayName("Quoted line feeds, in names too, of files whose lines end with CRLF lose no row")
    void lineFeeds() throws IOException {
        Table table = read("\"a\nb\",c\r\n1,\"x\ny\"\r\n2,z\r\n3,\"p\n\nq\"\r\n", FileOptions.NONE);
        assertEquals(List.of("a\nb", "c"), table.schema().names());
        assertEquals(List.of("p\n\nq", "x\ny", "z"), table.schema().column("c").levels());
        assertEquals(3, table.rows());
        assertRefused(() -> read("a,b\r\n1,2\n3,4\r\n", FileOptions.NONE), "others with CRLF");
    }

    @Test
    @DisplayName("Without names columns are numbered, and lines counted all the same")
    void noHeader() throws IOException {
        FileOptions none = options("", "", "", false);
        Table table = read("1,x\n2,y\n3,x\n", none);
        assertEquals(List.of("column1", "column2"), table.schema().names());
        assertEquals(3, table.rows());
        Path file = Files.writeString(folder.resolve("table.csv"), "1,x\ntwo,y\n");
        assertRefused(() -> TableSource.file(file, none).read(table.schema()), "table.csv:2 column 'column1'");
    }

    @Test
    @DisplayName("Text in Latin-1 is read on request, in UTF-16 with a byte order mark, else refused with the remedy")
    void encodings() throws IOException {
        Path file = folder.resolve("table.csv");
        Files.write(file, "stadt,n\nKöln,1\nUlm,2\n".getBytes(StandardCharsets.ISO_8859_1));
        assertRefused(() -> TableSource.file(file).read(), "table.csv:2 is not text in UTF-8", "--encoding latin1");
        Table table = TableSource.file(file, options("", "", "latin1", true)).read();
        assertEquals(List.of("Köln", "Ulm"), table.schema().column("stadt").levels());
        Files.write(file, "stadt,n\nKöln,1\nUlm,2\n".getBytes(StandardCharsets.UTF_16));
        assertEquals(
                List.of("Köln", "Ulm"),
                TableSource.file(file).read().schema().column("stadt").levels());
        Files.write(file, new byte[] {'a', '\n', (byte) 0x81, '\n'});
        assertRefused(
                () -> TableSource.file(file, options("", "", "windows-1253", true))
                        .read(),
                "give another --encoding");
    }

    @Test
    @DisplayName("More texts stand for a missing value on request")
    void missing() throws IOException {
        Table table = read("n,w\n1,x\n-999,keine\n3,y\n", FileOptions.NONE.withMissing(Set.of("-999", "keine")));
        assertEquals(1, table.schema().column("n").missing());
        assertEquals(List.of("x", "y"), table.schema().column("w").levels());
        assertEquals(List.of("keine"), table.schema().column("w").missingTokens());
    }

    @Test
    @DisplayName("Objects within objects become columns a.b; lists are refused by name")
    void nested() throws IOException {
        Path file = Files.writeString(
                folder.resolve("n.jsonl"),
                "{\"a\":1,\"b\":{\"c\":\"x\",\"d/e\":{\"f\":2}}}\n{\"a\":2,\"b\":{\"c\":\"y\"}}\n{\"a\":3,\"b\":null}\n");
        Table table = TableSource.file(file).read();
        assertEquals(List.of("a", "b.c", "b.d/e.f"), table.schema().names());
        assertEquals(List.of("x", "y"), table.schema().column("b.c").levels());
        assertEquals(2, table.schema().column("b.d/e.f").missing());
        Files.writeString(file, "{\"a\":{\"x\":1,\"y\":2}}\n{\"a\":{\"y\":1}}\n");
        assertEquals(
                List.of("a.x", "a.y"),
                TableSource.file(file).read().schema().names(),
                "in the order of the first row, although a later one begins with y");
        Files.writeString(file, "{\"a\":1,\"t\":[1,2]}\n");
        assertRefused(() -> TableSource.file(file).read(), "n.jsonl column 't' holds lists", "--sql");
        Files.writeString(file, "{\"a\":{\"b\":1}}\n{\"a\":7}\n");
        assertRefused(() -> TableSource.file(file).read(), "column 'a' holds objects in some rows");
        Table sql =
                TableSource.sql("SELECT {'x': 1, 'y': {'z': 'w'}} AS s, 2 AS n").read();
        assertEquals(List.of("s.x", "s.y.z", "n"), sql.schema().names());
    }

    @Test
    @DisplayName("Types of a typed source come back in Parquet")
    void types() throws IOException {
        String query = "SELECT (i % 3)::SMALLINT AS s, (i * 0.5)::FLOAT AS f, (i * 1.25)::DECIMAL(9,2) AS d,"
                + " ('0000000' || (i % 10) || '-0000-4000-8000-00000000000' || (i % 7))::UUID AS u,"
                + " TIME '10:00:00' + to_minutes(i) AS t, TIMESTAMPTZ '2024-01-01 00:00:00+00' + to_days(i::INTEGER) AS z,"
                + " 9007199254740993 + i AS big, (1000 + 7 * i)::INTEGER AS id FROM range(40) r(i)";
        Table table = TableSource.sql(query).read();
        Path out = folder.resolve("types.parquet");
        TableWriter.write(table, out);
        Table described = TableSource.sql(
                        "SELECT column_name AS n, column_type AS t FROM (DESCRIBE FROM '" + out + "')")
                .read();
        StringBuilder types = new StringBuilder();
        for (int row = 0; row < described.rows(); row++) {
            types.append(CellText.of(described.schema().column("t"), described.column("t"))
                            .of(row))
                    .append(' ');
        }
        assertEquals(
                "SMALLINT FLOAT DECIMAL(9,2) UUID TIME TIMESTAMP WITH TIME ZONE BIGINT INTEGER ", types.toString());
        Path json = folder.resolve("types.jsonl");
        TableWriter.write(table, json);
        assertTrue(Files.readAllLines(json).get(3).contains("\"big\":9007199254740996,\"id\":1021"));
    }

    @Test
    @DisplayName("The format of a stream is detected from its first bytes: text, JSON, Parquet, compressed or not")
    void streams() throws IOException {
        Table table = read("a,b\n1,x\n2,y\n", FileOptions.NONE);
        for (String name : List.of("s.csv", "s.csv.gz", "s.jsonl", "s.jsonl.gz", "s.parquet")) {
            Path file = folder.resolve(name);
            TableWriter.write(table, file);
            Table same = TableSource.stream(
                            "standard input", new ByteArrayInputStream(Files.readAllBytes(file)), FileOptions.NONE)
                    .read(table.schema());
            assertEquals(2, same.rows(), name);
            assertArrayEquals(table.codes(1), same.codes(1), name);
        }
        assertRefused(
                () -> TableSource.stream("standard input", new ByteArrayInputStream(new byte[0]), FileOptions.NONE)
                        .read(),
                "standard input is empty");
        Path sheet = Files.writeString(folder.resolve("sheet.xlsx"), "PK");
        assertRefused(() -> TableSource.file(sheet).read(), "is a spreadsheet", "CSV");
    }

    @Test
    @DisplayName("The separator of a file is used for the next one, and is in the schema file")
    void sameSeparator() throws IOException {
        String text = "a;b\n1,5;x\n2,25;y\n";
        Table table = read(text, FileOptions.NONE);
        Path out = folder.resolve("out.csv");
        TableWriter.write(table, out);
        assertEquals(text, Files.readString(out));
        assertEquals(';', SchemaFile.parse("s", SchemaFile.text(table.schema())).separator());
        assertRefused(
                () -> SchemaFile.parse("s", "{\"columns\": [], \"separator\": 5}"),
                "'separator' must be one character");
    }

    @Test
    @DisplayName("Text most of whose values look like numbers causes a warning, codes do not")
    void numbersAsText() throws IOException {
        assertEquals(
                List.of("column 'n' stays text although 3 of 4 values look like numbers: 'TBA' do not;"
                        + " correct them, or name them with --missing"),
                TableWarnings.numbersAsText(read("n|m\n$5|x\n$6|y\nTBA|x\n$7|y\n", FileOptions.NONE)));
        assertEquals(
                List.of(
                        "column 'n' stays text although 2 of 2 values look like numbers: '$5', '€6' are not written alike;"
                                + " write them alike"),
                TableWarnings.numbersAsText(read("n|m\n$5|x\n€6|y\n", FileOptions.NONE)));
        assertEquals(
                List.of(),
                TableWarnings.numbersAsText(read("n|m\n007|x\n012|y\na|b\n", FileOptions.NONE)).stream()
                        .filter(warning -> warning.contains("'m'"))
                        .toList());
        assertEquals(List.of(), TableWarnings.numbersAsText(read("n|m\n007|x\n012|y\n", FileOptions.NONE)));
    }
}
