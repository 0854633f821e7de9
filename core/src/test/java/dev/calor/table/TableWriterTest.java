package dev.calor.table;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableWriterTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Provide
    Arbitrary<Table> tables() {
        return RandomTables.tables();
    }

    @Property(tries = 20)
    @Label("What is written is read: the same table in every format")
    void roundTrip(@ForAll("tables") Table table) throws IOException {
        for (String extension : List.of(".csv", ".tsv", ".csv.gz", ".jsonl", ".parquet")) {
            Path file = Files.createTempFile("calor", extension);
            try {
                TableWriter.write(table, file);
                assertSame(table, TableSource.file(file).read(table.schema()), extension);
            } finally {
                Files.delete(file);
            }
        }
    }

    private static void assertSame(Table expected, Table actual, String format) {
        assertEquals(expected.schema(), actual.schema());
        for (int k = 0; k < expected.columns().size(); k++) {
            String where = format + " " + expected.schema().columns().get(k);
            if (expected.columns().get(k) instanceof Column.Numbers numbers) {
                assertArrayEquals(numbers.values(), actual.numbers(k), where);
            } else if (expected.columns().get(k) instanceof Column.Codes codes) {
                assertArrayEquals(codes.codes(), actual.codes(k), where);
            } else {
                assertEquals(expected.columns().get(k), actual.columns().get(k), where);
            }
        }
    }

    @Property(tries = 200)
    @Label("A schema file holds the whole schema")
    void schemaFile(@ForAll("tables") Table table) {
        assertEquals(table.schema(), SchemaFile.parse("schema.json", SchemaFile.text(table.schema())));
    }

    @Test
    @DisplayName("A table that is inferred, read and written is the same file again")
    void sameLook() throws IOException {
        String text = """
                id,price,weight,n,when,size,smokes,"a ""b"", c",note
                1,1.50,62.0,3,31/01/2020,S,Yes,1e-05,
                2,12.25,64.55,?,01/02/2020,XL,No,12.5,"x, y"
                3,0.75,7.0,1003,15/02/2020,S,,100,"a
                b"
                4,0.00,-0.5,-2,28/02/2020,M,No,0.25,"x, y"
                """;
        Path in = Files.writeString(folder.resolve("in.csv"), text);
        Path out = folder.resolve("out.csv");
        try (StagedTable staged = TableSource.file(in).open()) {
            TableWriter.write(staged.read(staged.infer(), Unknown.REFUSE), out);
        }
        assertEquals(text.replace("1e-05", "1.0E-5"), Files.readString(out));
    }

    @Test
    @DisplayName("Parquet and JSON hold numbers, dates and truth values as such")
    void types() throws IOException {
        Path in = Files.writeString(folder.resolve("in.csv"), """
                x,n,d,t,c,b,w
                1.5,3,31.01.2020,2020-01-31 10:00,1,true,a
                2.5,40,01.02.2020,2020-02-01 11:30,2,false,
                1.5,3,31.01.2020,2020-01-31 10:00,1,true,a
                """);
        Path parquet = folder.resolve("out.parquet");
        Path json = folder.resolve("out.jsonl");
        try (StagedTable staged = TableSource.file(in).open()) {
            Table table = staged.read(staged.infer(), Unknown.REFUSE);
            TableWriter.write(table, parquet);
            TableWriter.write(table, json);
        }
        try (StagedTable described = TableSource.sql("SELECT column_type FROM (DESCRIBE FROM '" + parquet + "')")
                .open()) {
            Schema one = new Schema(List.of(new ColumnSchema(
                    "column_type", ColumnType.IDENTIFIER, List.of(), List.of(), 0, 0, 0, -1, null, "")));
            Column.Texts types =
                    (Column.Texts) described.read(one, Unknown.REFUSE).columns().get(0);
            assertEquals(
                    List.of("DOUBLE", "BIGINT", "DATE", "TIMESTAMP", "BIGINT", "BOOLEAN", "VARCHAR"), types.values());
        }
        assertEquals(
                "{\"x\":2.5,\"n\":40,\"d\":\"01.02.2020\",\"t\":\"2020-02-01 11:30\",\"c\":2,\"b\":false,\"w\":null}",
                Files.readAllLines(json).get(1));
    }

    @Test
    @DisplayName("What cannot be written leaves nothing behind, and an old file as it was")
    void atomic() throws IOException {
        ColumnSchema n = ColumnSchema.withLevels("n", ColumnType.CATEGORICAL, List.of("a"));
        Table broken =
                new Table(new Schema(List.of(n)), List.of(new Column.Codes(new int[] {0, 7}))); // there is no level 7
        Path old = Files.writeString(folder.resolve("old.csv"), "old");
        for (String name : List.of("old.csv", "new.csv.gz", "new.jsonl", "new.parquet")) {
            assertThrows(IndexOutOfBoundsException.class, () -> TableWriter.write(broken, folder.resolve(name)));
        }
        assertEquals("old", Files.readString(old));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(old), files.toList());
        }
        assertThrows(NoSuchFileException.class, () -> TableWriter.write(broken, folder.resolve("none/new.csv")));
        assertRefused(() -> TableWriter.write(broken, folder.resolve("new.doc")), "the extension");
        assertRefused(() -> TableWriter.write(broken, Files.createDirectory(folder.resolve("dir.csv"))), "is a folder");
        assertTrue(Files.exists(old));
    }
}
