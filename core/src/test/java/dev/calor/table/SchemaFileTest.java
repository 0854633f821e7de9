package dev.calor.table;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That every schema survives its file is a property of {@link TableWriterTest}. */
class SchemaFileTest {
    @Test
    @DisplayName("A schema file is what people would write")
    void golden() {
        String text = """
                {
                  "columns": [ {
                    "name": "age",
                    "type": "integer",
                    "minimum": 17,
                    "maximum": 90,
                    "decimals": 0,
                    "why": "73 different whole numbers"
                  }, {
                    "name": "price",
                    "type": "numeric",
                    "minimum": 0.5,
                    "maximum": 12.25,
                    "decimals": [ 0, 2 ],
                    "why": "numbers with decimals"
                  }, {
                    "name": "season",
                    "type": "cyclic",
                    "levels": [ "winter", "spring" ],
                    "missing": [ "?", "" ],
                    "missingRows": 3,
                    "why": "seasons"
                  }, {
                    "name": "born",
                    "type": "datetime",
                    "minimum": "1970-01-02",
                    "maximum": "2020-02-29",
                    "format": "yyyy-MM-dd",
                    "why": "points in time"
                  } ]
                }
                """;
        Schema schema = SchemaFile.parse("schema.json", text);
        assertEquals(text, SchemaFile.text(schema));
        ColumnSchema season = schema.column("season");
        assertEquals(ColumnType.CYCLIC, season.type());
        assertEquals(List.of("winter", "spring"), season.levels());
        assertEquals(List.of("?", ""), season.missingTokens());
        assertEquals(3, season.missing());
        assertEquals(86_400, schema.column("born").minimum());
        assertEquals(
                List.of(0, 2),
                List.of(
                        schema.column("price").leastDecimals(),
                        schema.column("price").decimals()));
    }

    @Test
    @DisplayName("Messages write a number as its column does, without currency and groups")
    void plain() {
        assertEquals(
                "90", ColumnSchema.number("age", ColumnType.INTEGER, 17, 90, 0).plain(90));
        assertEquals("1234.50", priced(2, "$1,234.5").plain(1234.5));
        assertEquals("12", priced(0, null).plain(12));
        assertEquals("12.25", priced(0, null).plain(12.25));
        assertEquals("NaN", priced(0, null).plain(Double.NaN), "of a column without numbers");
    }

    private static ColumnSchema priced(int leastDecimals, @Nullable String format) {
        return new ColumnSchema(
                "price", ColumnType.NUMERIC, List.of(), List.of(), 0, 0, 9, 2, leastDecimals, format, "prices");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"name": "x", "type": "integr"}                        | column 'x': 'integr' is not a type: allowed are numeric, integer
            {"name": "x"}                                          | column 'x': 'type' must be a text; add it
            {"type": "numeric"}                                    | column 1: 'name' must be a text; add it
            {"name": "x", "type": "numeric", "levls": []}          | column 'x': there is no key 'levls': allowed are name, type, levels
            {"name": "x", "type": "numeric", "type": "numeric"}    | s.json:1 is not JSON
            {"name": "x", "type": "ordinal"}                       | column 'x': a column that is ordinal needs its levels
            {"name": "x", "type": "numeric", "levels": ["a"]}      | column 'x' is numeric and lists 1 levels
            {"name": "x", "type": "ordinal", "levels": "a"}        | column 'x': 'levels' must be a list
            {"name": "x", "type": "ordinal", "levels": [1]}        | column 'x': 'levels' must hold texts, not 1; quote it
            {"name": "x", "type": "ordinal", "levels": ["a", "a"]} | column 'x' lists a level twice
            {"name": "x", "type": "ordinal", "levels": [" a"]}     | column 'x' lists the level ' a': a level is not empty and has no spaces
            {"name": "x", "type": "ordinal", "levels": ["a"], "missing": ["a"]} | column 'x' lists 'a' as a level and as missing
            {"name": "x", "type": "numeric", "decimals": 1.5}      | column 'x': 'decimals' must be a whole number, not 1.5
            {"name": "x", "type": "numeric", "decimals": [3, 2]}   | column 'x' is written with 3 to 2 decimals
            {"name": "x", "type": "numeric", "minimum": "low"}     | column 'x': 'minimum' must be a number, not "low"
            {"name": "x", "type": "datetime"}                      | column 'x' is datetime and has no format
            {"name": "x", "type": "datetime", "format": "bogus"}   | column 'x': 'bogus' is not a date format
            {"name": "x", "type": "datetime", "format": "dd.MM.yyyy HH:mm:sv"}   | column 'x': 'dd.MM.yyyy HH:mm:sv' is not a date format: there is no 'v' in it
            {"name": "x", "type": "datetime", "format": "yyyy-MM-dd", "minimum": "1.1.2020"} | a date of the form yyyy-MM-dd
            {"name": "x", "type": "datetime", "format": "yyyy-MM-dd", "maximum": 1e18} | column 'x': 'maximum' is 1.0E18: allowed are numbers up to 3.2E11 seconds
            {"name": "x", "type": "numeric"}, {"name": "x", "type": "integer"} | s.json: two columns are named 'x'
            7                                                      | column 1: 7 is not an object
            {"name": "x" "type": "numeric"}                        | s.json:1 is not JSON
            """)
    @DisplayName("An invalid schema is refused with the column or the line, what is allowed and the remedy")
    void refused(String column, String message) {
        assertRefused(() -> SchemaFile.parse("s.json", "{\"columns\": [" + column + "]}"), "s.json", message);
    }

    @Test
    @DisplayName("Other JSON is no schema")
    void otherJson() {
        assertRefused(() -> SchemaFile.parse("s.json", "[]"), "s.json is not a schema", "'calor schema' writes one");
        assertRefused(() -> SchemaFile.parse("s.json", "{\"columns\": [], \"rows\": 3}"), "s.json is not a schema");
        assertRefused(() -> SchemaFile.parse("s.json", ""), "s.json is not a schema");
        assertRefused(() -> SchemaFile.parse("s.json", "{\n\"columns\": [\n"), "s.json:3 is not JSON");
    }
}
