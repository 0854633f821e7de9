package dev.calor.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The counts are those of the data's own description. */
class PublicTableTest {
    @BeforeEach
    void needsData() {
        assumeTrue(PublicTable.areAvailable(), "the public tables are not there: set CALOR_DATA to their folder");
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
        PublicTable table = PublicTable.read(name);
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
        PublicTable adult = PublicTable.read("adult");
        Table train = adult.train();
        assertEquals("income", adult.target());
        assertEquals(39, train.numbers(0)[0]);
        assertEquals("State-gov", train.schema().column("workclass").levels().get(train.codes(1)[0]));
        assertEquals(8, train.schema().column("workclass").levels().size());
        assertEquals(ColumnType.ORDINAL, train.schema().column("education").type());
        assertEquals(12, train.codes(3)[0]);
        assertEquals(List.of("<=50K", ">50K"), train.schema().column("income").levels());
    }
}
