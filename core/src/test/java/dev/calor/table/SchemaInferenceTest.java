package dev.calor.table;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A case a rule: a column's name, its values, what it must be taken for. */
class SchemaInferenceTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    /** Infers a column from values separated by blanks; a low line is a blank, "''" an empty field. */
    private ColumnSchema infer(String name, String values, int repeats) throws IOException {
        String field = Arrays.stream(values.strip().split(" +", -1))
                .map(value -> '"' + value.replace('_', ' ').replace("''", "") + '"')
                .collect(Collectors.joining("\n"));
        Path file = folder.resolve("column.csv");
        Files.writeString(
                file, name + ",other\n" + (field + "\n").repeat(repeats).replace("\n", ",1\n"));
        try (StagedTable staged = TableSource.file(file).open()) {
            Schema schema = staged.infer();
            Table table = staged.read(schema, Unknown.REFUSE); // what is inferred can be read
            assertEquals(
                    schema.columns().get(0).missing(),
                    IntStream.range(0, table.rows())
                            .filter(table.columns().get(0)::isMissing)
                            .count());
            return schema.columns().get(0);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # name     | values, ten times each                  | type        | levels
            x          | a a a                                   | constant    | a
            x          | 7 7                                     | constant    | 7
            x          | '' NA ? NaN null                        | constant    | ''
            x          | a ''                                    | categorical | a
            x          | yes No no                               | categorical | No no yes
            x          | Yes No                                  | boolean     | No Yes
            x          | true false ''                           | boolean     | false true
            x          | T F                                     | boolean     | F T
            x          | 1 0                                     | boolean     | 0 1
            x          | 1 0 -                                   | boolean     | 0 1
            x          | 1.0 0.0 NaN                             | boolean     | 0.0 1.0
            sex        | 2 1                                     | categorical | 1 2
            x          | dec jan aug may                         | cyclic      | jan may aug dec
            x          | December JANUARY August                 | cyclic      | JANUARY August December
            x          | Sun Mon Fri                             | cyclic      | Mon Fri Sun
            x          | Winter summer Fall                      | cyclic      | summer Fall Winter
            x          | mar may                                 | categorical | mar may
            month      | 12 1 5 10                               | cyclic      | 1 5 10 12
            month      | 01 12 05                                | cyclic      | 01 05 12
            months     | 12 1 5 10                               | ordinal     | 1 5 10 12
            month      | 13 1 5 10                               | ordinal     | 1 5 10 13
            pickupHour | 0 23 5 11                               | cyclic      | 0 5 11 23
            day_of_week| 1 7 3                                   | cyclic      | 1 3 7
            weekday    | 0 6 3 ?                                 | cyclic      | 0 3 6
            day        | 31 1 8                                  | cyclic      | 1 8 31
            size       | XL s M xxl                              | ordinal     | s M XL xxl
            status     | M S                                     | categorical | M S
            x          | high low medium                         | ordinal     | low medium high
            x          | Often never Always sometimes            | ordinal     | never sometimes Often Always
            x          | Agree Strongly_disagree neutral         | ordinal     | Strongly_disagree neutral Agree
            x          | good excellent poor very-good           | ordinal     | poor good very-good excellent
            grade      | A C B+ F                                | ordinal     | F C B+ A
            x          | A C B F                                 | categorical | A B C F
            x          | 25-34 <18 65+ 18-24                     | ordinal     | <18 18-24 25-34 65+
            x          | >50K 0-10K 10K-50K                      | ordinal     | 0-10K 10K-50K >50K
            x          | 3 1 2 5                                 | ordinal     | 1 2 3 5
            year       | 2011 2010 2012                          | ordinal     | 2010 2011 2012
            zip        | 01069 10115 01069                       | categorical | 01069 10115
            x          | 3 abc 4 5                               | categorical | 3 4 5 abc
            x          | none a unknown - NA                     | categorical | - a none unknown
            """)
    @DisplayName("Columns with levels")
    void levels(String name, String values, String type, String levels) throws IOException {
        ColumnSchema column = infer(name, values, 10);
        assertEquals(type, column.type().toString(), column.reason());
        String expected = levels.equals("''") ? "" : levels;
        assertEquals(
                expected,
                column.levels().stream().map(level -> level.replace(' ', '_')).collect(Collectors.joining(" ")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            # name | values                          | type    | minimum | maximum | least | most | missing
            x      | 3 1 2 5                         | integer | 1       | 5       | 0     | 0    | 0
            x      | -3 +1 2 '' ? 2                  | integer | -3      | 2       | 0     | 0    | 2
            x      | 1.50 2.25 0.75                  | numeric | 0.75    | 2.25    | 2     | 2    | 0
            x      | 1.5 2.25 3                      | numeric | 1.5     | 3       | 0     | 2    | 0
            x      | 62.0 64.5                       | numeric | 62      | 64.5    | 1     | 1    | 0
            x      | 1e3 .5 5. 1E-2                  | numeric | 0.01    | 1000    | 0     | -1   | 0
            x      | 0.12345678901 0.1               | numeric | 0.1     | 0.12345678901 | 1 | -1 | 0
            x      | 1.5 - unknown None 2.5          | numeric | 1.5     | 2.5     | 1     | 1    | 3
            x      | 1.5 inf -Infinity 1e999 2.5     | numeric | 1.5     | 2.5     | 1     | 1    | 3
            x      | 1.5 NaN 2.5                     | numeric | 1.5     | 2.5     | 1     | 1    | 1
            """)
    @DisplayName("Numbers, with their range, decimals and what is missing among them")
    void numbers(
            String name, String values, String type, double minimum, double maximum, int least, int most, long missing)
            throws IOException {
        ColumnSchema column = infer(name, values, 1);
        assertEquals(type, column.type().toString(), column.reason());
        assertEquals(minimum, column.minimum());
        assertEquals(maximum, column.maximum());
        assertEquals(least, column.leastDecimals());
        assertEquals(most, column.decimals());
        assertEquals(missing, column.missing());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            x        | 2020-01-31 1999-12-01                           | yyyy-MM-dd
            x        | 2020-01 1999-12                                 | yyyy-MM
            x        | 2020-01-31_23:59:59 1999-12-01_00:00:00         | yyyy-MM-dd HH:mm:ss
            x        | 2020-01-31_23:59 1999-12-01_00:00 unknown ?     | yyyy-MM-dd HH:mm
            x        | 2020-01-31T23:59:59.5 1999-12-01T00:00:00.125   | yyyy-MM-dd'T'HH:mm:ss.SSS
            x        | 2020-01-31T23:59:59 1999-12-01T00:00:00.1       | yyyy-MM-dd'T'HH:mm:ss.S
            x        | 2020-01-31T23:59:59Z 1999-12-01T00:00:00Z       | yyyy-MM-dd'T'HH:mm:ss'Z'
            x        | 31/01/2020 01/12/1999                           | dd/MM/yyyy
            x        | 01/31/2020 12/01/1999                           | MM/dd/yyyy
            x        | 1/31/2020 12/1/1999                             | M/d/yyyy
            x        | 31.01.2020 01.12.1999                           | dd.MM.yyyy
            x        | 1.2.2020 10.11.1999                             | d.M.yyyy
            x        | 1.2.2020_7:05 10.11.1999_23:30                  | d.M.yyyy H:mm
            x        | 31-Jan-2020 01-DEC-1999                         | dd-MMM-yyyy
            x        | 1/2/2020_1:05_PM 3/14/2020_11:15_AM             | M/d/yyyy h:mm a
            saleDate | 20200131 19991201                               | yyyyMMdd
            """)
    @DisplayName("Points in time, in the format all of them have")
    void dates(String name, String values, String format) throws IOException {
        ColumnSchema column = infer(name, values, 3);
        assertEquals(ColumnType.DATETIME, column.type(), column.reason());
        assertEquals(format, column.dateFormat());
    }

    @Test
    @DisplayName("Values that only look like points in time are not; the reason says if day and month could be swapped")
    void noDates() throws IOException {
        assertEquals(
                ColumnType.INTEGER, infer("x", "20200131 19991201 20000101", 1).type());
        assertEquals(
                ColumnType.CATEGORICAL, infer("x", "2020-02-30 2020-02-28", 3).type());
        assertEquals(
                ColumnType.CATEGORICAL, infer("x", "2020-02-20 20/02/2020", 3).type());
        ColumnSchema doubtful = infer("x", "01/02/2020 03/04/2020", 3);
        assertEquals("dd/MM/yyyy", doubtful.dateFormat());
        assertTrue(doubtful.reason().contains("nothing tells days from months"), doubtful.reason());
        assertTrue(!infer("x", "01/02/2020 13/04/2020", 3).reason().contains("nothing tells"));
    }

    @Test
    @DisplayName("Identifiers differ in every row, and their name, their words or their counting says so")
    void identifiers() throws IOException {
        String counting =
                IntStream.rangeClosed(1, 30).mapToObj(Integer::toString).collect(Collectors.joining(" "));
        String years =
                IntStream.rangeClosed(1990, 2020).mapToObj(Integer::toString).collect(Collectors.joining(" "));
        String words = IntStream.rangeClosed(1, 30).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
        assertEquals(ColumnType.IDENTIFIER, infer("x", counting, 1).type());
        assertEquals(ColumnType.INTEGER, infer("x", years, 1).type());
        assertEquals(ColumnType.IDENTIFIER, infer("customerID", "417 12 99", 1).type());
        assertEquals(ColumnType.INTEGER, infer("paid", "417 12 99", 1).type());
        assertEquals(
                ColumnType.INTEGER,
                infer("customerID", "417 12 99 417 5 6 7 8 9 10 11", 1).type());
        assertEquals(ColumnType.IDENTIFIER, infer("x", words, 1).type());
        assertEquals(ColumnType.CATEGORICAL, infer("x", words, 2).type());
        assertEquals(ColumnType.CATEGORICAL, infer("x", "a b c d e f g", 1).type());
        assertEquals(ColumnType.IDENTIFIER, infer("x", "a b c d e f g h", 1).type());
        assertEquals(ColumnType.CATEGORICAL, infer("x", "a b c d e f g h h", 1).type());
        assertEquals(ColumnType.IDENTIFIER, infer("key", "a b c", 1).type());
        assertEquals(
                ColumnType.IDENTIFIER,
                infer("id", "9007199254740993 9007199254740995 12345678901234567890", 1)
                        .type());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # name       | values                                                       | kind
            contact      | ann@example.org bo.li@mail.co.uk c-d@x.io                    | email
            tel          | 030/1234567 0171-9876543 5551234567                          | phone
            x            | +49_30_1234567 +1_(202)_555-0143                             | phone
            x            | (202)_555-0143 202-555-0144                                  | phone
            first_name   | Ann Bo Ann Zoë O'Neill                                       | name
            Surname      | Müller Smith Smith                                           | name
            iban         | GB82WEST12345698765432 DE89370400440532013000                | iban
            account      | GB82_WEST_1234_5698_7654_32 DE89_3704_0044_0532_0130_00      | iban
            payment      | 4111111111111111 5500000000000004 4012888888881881           | card
            host         | 10.0.0.1 192.168.1.254 8.8.8.8                               | ip
            host         | 2001:db8::1 fe80::1ff:fe23:4567:890a                         | ip
            person       | 123-45-6789 987-65-4321                                      | ssn
            street       | 12_Maple_Street 5a_Oak_Avenue                                | address
            home         | Hauptstraße_5 Lindenweg_12a                                  | address
            """)
    @DisplayName("Personal data are recognised by format and name, with a reason, and are kept on request")
    void personalData(String name, String values, String kind) throws IOException {
        ColumnSchema column = infer(name, values, 3);
        assertEquals(ColumnType.IDENTIFIER, column.type(), column.reason());
        assertEquals(kind, column.format());
        assertTrue(column.reason().contains("made up afresh, never copied"), column.reason());
        try (StagedTable staged = TableSource.file(folder.resolve("column.csv")).open()) {
            ColumnSchema kept = staged.infer(Set.of(name)).columns().get(0);
            assertTrue(kept.type() != ColumnType.IDENTIFIER, kept.toString());
            assertRefused(() -> staged.infer(Set.of("nowhere")), "there is no column 'nowhere' to keep");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # name        | values, three times each
            name          | red green blue
            product name  | Chair Table Sofa
            version       | 1.2.3 1.2.4 2.0.0
            start         | 10:15:00 11:30:00 23:59:59
            amount        | 1234567 2345678 3456789
            date          | 2020-01-31 2020-02-01 2021-03-04
            email type    | private work none
            address type  | home work other
            """)
    @DisplayName("Values that only resemble personal data are not treated as such")
    void noPersonalData(String name, String values) throws IOException {
        ColumnSchema column = infer(name, values, 3);
        assertTrue(column.type() != ColumnType.IDENTIFIER, column.reason());
    }

    @Test
    @DisplayName("Text that nearly never repeats is an identifier: every level would be a real row")
    void nearlyUnique() throws IOException {
        String words = IntStream.rangeClosed(1, 60).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
        ColumnSchema nearly = infer("note", words + " word1 word2 word3", 1);
        assertEquals(ColumnType.IDENTIFIER, nearly.type());
        assertTrue(nearly.reason().startsWith("57 of 63 values occur once: made up afresh"), nearly.reason());
        ColumnSchema half = infer("note", words + " " + words.substring(0, words.indexOf(" word31")), 1);
        assertEquals(ColumnType.CATEGORICAL, half.type());
    }

    @Test
    @DisplayName(
            "Numbers that start with a zero are codes: identifiers where they differ, else levels with their zeros")
    void zerosSurvive() throws IOException {
        String different = IntStream.rangeClosed(95, 130)
                .mapToObj(i -> String.format(Locale.ROOT, "%06d", i))
                .collect(Collectors.joining(" "));
        assertEquals(ColumnType.IDENTIFIER, infer("account", different, 1).type());
        ColumnSchema codes = infer("postcode", "01069 10115 80331", 5);
        assertEquals(ColumnType.CATEGORICAL, codes.type());
        assertEquals(List.of("01069", "10115", "80331"), codes.levels());
        assertEquals(
                ColumnType.INTEGER,
                infer("count", "0 10 20 31 44 58 60 71 83 99 100", 3).type());
    }

    @Test
    @DisplayName("Reasons say what was found, and which texts were read as missing, the most frequent first")
    void reasons() throws IOException {
        ColumnSchema mixed = infer("x", "3 abc 4 5 ? ? NA", 1);
        assertEquals("1 of 4 values are not numbers: 'abc'; missing: '?' (2), 'NA' (1)", mixed.reason());
        assertEquals(List.of("?", "NA"), mixed.missingTokens());
        ColumnSchema infinite = infer("x", "1.5 inf 2.5 ''", 1);
        assertEquals("numbers with decimals; missing: empty (1), 'inf' (1)", infinite.reason());
        assertEquals(
                "numbers written as 1234,5 is for 1234.5",
                infer("x", "1,5 2,5 3", 5).reason());
        assertEquals(
                "only 3 different whole numbers; take integer if others are possible",
                infer("x", "1 2 3", 10).reason());
    }
}
