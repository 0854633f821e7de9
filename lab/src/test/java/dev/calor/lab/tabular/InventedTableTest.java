package dev.calor.lab.tabular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.lab.Lab;
import dev.calor.table.Column;
import dev.calor.table.Table;
import dev.calor.table.TableSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InventedTableTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @ParameterizedTest
    @CsvSource({"accounts, 27000, 24", "visits, 11100, 18", "mussels, 3760, 9"})
    @DisplayName(
            "Tables have their rows and columns, no missing value and no constant column; the bytes are those of the seed")
    void tables(String name, int rows, int columns) throws IOException {
        Path file = folder.resolve(name + ".csv");
        assertEquals(0, Lab.run("invent " + name + " -o " + file).code());
        assertEquals(InventedTable.named(name).csv(1), Files.readString(file));
        assertNotEquals(InventedTable.named(name).csv(2), Files.readString(file));
        Table table = TableSource.file(file).read();
        assertEquals(rows, table.rows());
        assertEquals(columns, table.columns().size());
        for (Column column : table.columns()) {
            for (int row = 0; row < rows; row++) {
                assertTrue(!column.isMissing(row));
            }
        }
    }

    @Test
    @DisplayName("Other names are refused with those there are")
    void named() {
        String message = assertThrows(IllegalArgumentException.class, () -> InventedTable.named("people"))
                .getMessage();
        assertEquals("'people' is not an invented table: there are accounts, visits, mussels", message);
    }
}
