package dev.calor.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.PublicData;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Schema;
import dev.calor.table.StagedTable;
import dev.calor.table.Table;
import dev.calor.table.TableSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The counts are those of the data's own description. */
class PublicTableTest {
    /** Tables read so far: each is read once. */
    private static final Map<String, PublicTable> READ = new ConcurrentHashMap<>();

    private static PublicTable table(String name) {
        return READ.computeIfAbsent(name, absent -> {
            try {
                return PublicTable.read(absent);
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        });
    }

    @BeforeEach
    void needsData() {
        PublicData.require("adult.json");
    }

    @ParameterizedTest
    @CsvSource({
        "adult, 32561, 16281, 6, 9, 6465",
        "bank, 40690, 4521, 7, 10, 0",
        "cardio, 63000, 7000, 5, 7, 0",
        "churn, 6339, 704, 3, 17, 11",
        "mushroom, 54963, 6106, 3, 18, 307463",
        "beijing, 37569, 4188, 7, 5, 0"
    })
    @DisplayName("Rows, columns and missing values are as described; the parts are disjoint and have a target each")
    void shapes(String name, int train, int test, int numbers, int levels, long missing) throws IOException {
        PublicTable table = table(name);
        assertEquals(
                List.of(train, test), List.of(table.train().rows(), table.test().rows()));
        assertEquals(
                numbers,
                table.schema().columns().stream()
                        .filter(c -> c.type().isNumber())
                        .count());
        assertEquals(
                levels,
                table.schema().columns().stream()
                        .filter(c -> c.type().hasLevels())
                        .count());
        assertEquals(
                missing,
                Stream.of(table.train(), table.test())
                        .mapToLong(PublicTableTest::missing)
                        .sum());
    }

    private static long missing(Table table) {
        return table.columns().stream()
                .mapToLong(column -> java.util.stream.IntStream.range(0, table.rows())
                        .filter(column::isMissing)
                        .count())
                .sum();
    }

    @Test
    @DisplayName("A row of Adult is what its line says")
    void adult() throws IOException {
        PublicTable adult = table("adult");
        Table train = adult.train();
        assertEquals("income", adult.target());
        assertEquals(39, train.numbers(0)[0]);
        assertEquals("State-gov", train.schema().column("workclass").levels().get(train.codes(1)[0]));
        assertEquals(8, train.schema().column("workclass").levels().size());
        assertEquals(ColumnType.ORDINAL, train.schema().column("education").type());
        assertEquals(12, train.codes(3)[0]);
        assertEquals(List.of("<=50K", ">50K"), train.schema().column("income").levels());
    }

    @ParameterizedTest
    @CsvSource({
        "adult, adult.train, education: ordinal is taken for categorical",
        "bank, bank, 'education: ordinal is taken for categorical, day: integer is taken for cyclic'",
        "cardio, cardio, ''",
        "churn, churn, Contract: ordinal is taken for categorical",
        "mushroom, mushroom, season: cyclic is taken for categorical",
        "beijing, beijing, ''"
    })
    @DisplayName("Inference agrees with the descriptions, but for orders that only knowledge of the names can tell")
    void inference(String name, String file, String disagreements) throws IOException {
        Schema described = table(name).schema();
        try (StagedTable staged =
                TableSource.file(DataFolder.file(file + ".csv.gz")).open()) {
            Schema inferred = staged.infer();
            List<String> found = new ArrayList<>();
            for (ColumnSchema expected : described.columns()) {
                ColumnSchema actual = inferred.column(expected.name());
                boolean twoNames = actual.type() == ColumnType.BOOLEAN && expected.type() == ColumnType.CATEGORICAL;
                if (actual.type() != expected.type() && !twoNames) {
                    found.add(expected.name() + ": " + expected.type() + " is taken for " + actual.type());
                } else if (!name.equals("adult")) { // described by both of its files
                    assertEquals(expected.levels(), actual.levels(), expected.name());
                    assertEquals(expected.missing(), actual.missing(), expected.name());
                }
            }
            assertEquals(disagreements, String.join(", ", found));
        }
    }
}
