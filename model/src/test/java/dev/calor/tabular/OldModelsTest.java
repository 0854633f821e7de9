package dev.calor.tabular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.table.Column;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import dev.calor.table.TableSource;
import dev.calor.table.TableWriter;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Models of every version of the format are read, and give the samples they gave when they were written. */
class OldModelsTest {
    /** Of the range of a number: sums in another order, on another processor, differ by float32 rounding. */
    private static final double ROUNDING = 1e-3;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
    }

    private static Path resource(String name) {
        URL url = Objects.requireNonNull(OldModelsTest.class.getResource("models/" + name), name);
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1-annealed, 1-annealed, 40, 7, ''",
        "1-annealed, 1-annealed-where, 20, 8, age>=50",
        "1-structured, 1-structured, 40, 7, ''",
        "1-reverse, 1-reverse, 40, 7, ''",
        "1-reverse, 1-reverse-where, 20, 8, age>=50",
        "2-reverse, 2-reverse, 40, 7, ''"
    })
    @DisplayName("The same seed gives the sample that was drawn when the model was written")
    void samples(String model, String expected, int rows, long seed, String where) throws IOException {
        try (TabularModel old = TabularModel.load(resource(model + ".calor"), Device.CPU)) {
            List<Condition> conditions = where.isEmpty() ? List.of() : List.of(Condition.parse(where, old.schema()));
            Path drawn = folder.resolve(expected + ".csv");
            TableWriter.write(old.sample(rows, conditions, true, seed, share -> {}), drawn);
            if (isMachineOfTheSamples()) {
                assertEquals(Files.readString(resource(expected + ".csv")), Files.readString(drawn));
            }
            assertSame(read(resource(expected + ".csv"), old), read(drawn, old));
        }
    }

    private static Table read(Path file, TabularModel model) throws IOException {
        return TableSource.file(file).read(model.schema());
    }

    /** Levels, whole numbers and days are equal, other numbers up to rounding. */
    private static void assertSame(Table expected, Table actual) {
        assertEquals(expected.rows(), actual.rows());
        for (int k = 0; k < expected.columns().size(); k++) {
            String name = expected.schema().names().get(k);
            ColumnType type = expected.schema().columns().get(k).type();
            if (expected.columns().get(k) instanceof Column.Codes codes) {
                assertEquals(
                        Arrays.toString(codes.codes()),
                        Arrays.toString(((Column.Codes) actual.columns().get(k)).codes()),
                        name);
            } else if (expected.columns().get(k) instanceof Column.Numbers numbers) {
                double range = expected.schema().columns().get(k).maximum()
                        - expected.schema().columns().get(k).minimum();
                double[] drawn = ((Column.Numbers) actual.columns().get(k)).values();
                for (int row = 0; row < drawn.length; row++) {
                    double tolerance = type == ColumnType.NUMERIC ? ROUNDING * range : 0;
                    assertEquals(numbers.values()[row], drawn[row], tolerance, name + " of row " + row);
                }
            }
        }
    }

    /** The samples were drawn on an AMD EPYC with AVX-512, by MKL. */
    private static boolean isMachineOfTheSamples() throws IOException {
        Path cpu = Path.of("/proc/cpuinfo");
        String text = Files.isReadable(cpu) ? Files.readString(cpu) : "";
        return text.contains("AMD EPYC")
                && text.contains("avx512f")
                && "mkl".equals(System.getProperty("org.bytedeco.openblas.load"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1-annealed", "1-structured", "1-reverse", "2-reverse"})
    @DisplayName("Saved again, a model has the current version and the same samples")
    void savedAgain(String model) throws IOException {
        Path again = folder.resolve(model + ".calor");
        try (TabularModel old = TabularModel.load(resource(model + ".calor"), Device.CPU)) {
            old.save(again);
            try (TabularModel current = TabularModel.load(again, Device.CPU)) {
                assertEquals(MixedTables.text(old.sample(5, 3)), MixedTables.text(current.sample(5, 3)));
                assertEquals(old.provenance(), current.provenance());
            }
        }
    }

    @Test
    @DisplayName("A file of the current version is written as it was, byte for byte")
    void bytes() throws IOException {
        Path again = folder.resolve("again.calor");
        try (TabularModel old = TabularModel.load(resource("2-reverse.calor"), Device.CPU)) {
            old.save(again);
        }
        assertTrue(Arrays.equals(Files.readAllBytes(resource("2-reverse.calor")), Files.readAllBytes(again)));
    }
}
