package dev.calor.tabular;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.table.Column;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.train.Build;
import dev.calor.train.DivergedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A small model of a generated table: training, samples, files. */
class TabularModelTest {
    private static final TabularSpec SMALL = MixedTables.SMALL;
    private static final Table TRAIN = MixedTables.random(400, true, 1);

    private static TabularModel model;

    @BeforeAll
    static void train() throws IOException {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
        model = TabularModel.fit(TRAIN, SMALL);
    }

    @AfterAll
    static void close() {
        model.close();
    }

    private static Table sample(int rows, boolean missing, String... conditions) {
        return model.sample(
                rows,
                Stream.of(conditions)
                        .map(text -> Condition.parse(text, model.schema()))
                        .toList(),
                missing,
                5,
                share -> {});
    }

    @Test
    @DisplayName(
            "The same seed gives the same bytes, of the model and of its samples, whatever the threads; another seed others")
    void seeds(@TempDir Path folder) throws IOException {
        TabularSpec brief = SMALL.withSteps(40);
        List<String> found = new ArrayList<>();
        for (int threads : new int[] {1, 2}) {
            Engine.setThreads(threads);
            try (TabularModel trained = TabularModel.fit(TRAIN, brief)) {
                trained.save(folder.resolve(threads + ".calor"));
                found.add(MixedTables.text(trained.sample(1100, 3)) // more than one piece
                        + MixedTables.text(trained.sample(50, 3))
                        + trained.score(TRAIN, 3));
            } finally {
                Engine.setThreads(1);
            }
        }
        assertEquals(found.get(0), found.get(1));
        assertArrayEquals(Files.readAllBytes(folder.resolve("1.calor")), Files.readAllBytes(folder.resolve("2.calor")));
        String few = MixedTables.text(model.sample(50, 3));
        assertNotEquals(few, MixedTables.text(model.sample(50, 4)));
        try (TabularModel other = TabularModel.fit(TRAIN, brief.withSeed(2).withSteps(3))) {
            assertNotEquals(few, MixedTables.text(other.sample(50, 3)));
        }
    }

    @Test
    @DisplayName("A saved model is the same model: samples, classes, scores and the bytes of its file")
    void saved(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("model.calor");
        model.save(file);
        try (TabularModel loaded = TabularModel.load(file, Device.CPU)) {
            assertEquals(model.schema(), loaded.schema());
            assertEquals(model.spec(), loaded.spec());
            assertEquals(model.parameters(), loaded.parameters());
            assertEquals(TRAIN.rows(), loaded.provenance().rows());
            assertEquals(Build.commit(), loaded.provenance().commit());
            assertEquals(model.provenance(), loaded.provenance());
            assertEquals(MixedTables.text(model.sample(40, 3)), MixedTables.text(loaded.sample(40, 3)));
            Table some = TRAIN.rows(0, 20);
            assertEquals(model.score(some, 1), loaded.score(some, 1));
            assertArrayEquals(
                    model.classify(some, "kind", 1).probabilities(),
                    loaded.classify(some, "kind", 1).probabilities());
            loaded.save(folder.resolve("again.calor"));
        }
        assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(folder.resolve("again.calor")));
    }

    @Test
    @DisplayName(
            "Samples have the columns of the table, values within its range, unique identifiers; also no rows at all")
    void samples() {
        Table drawn = model.sample(300, 2);
        assertEquals(TRAIN.schema(), drawn.schema());
        assertEquals(300, drawn.rows());
        assertEquals(300, new HashSet<>(((Column.Texts) drawn.column("name")).values()).size());
        for (int k = 2; k < drawn.columns().size(); k++) {
            if (drawn.schema().columns().get(k).type().isNumber()) {
                double least = drawn.schema().columns().get(k).minimum();
                double most = drawn.schema().columns().get(k).maximum();
                for (double x : drawn.numbers(k)) {
                    assertTrue(Double.isNaN(x) || (least <= x && x <= most), x + " of " + least + " to " + most);
                }
            }
        }
        assertTrue(MixedTables.blanks(drawn) > 0, "blanks at their natural rate");
        assertEquals(0, model.sample(0, 2).rows());
        assertRefused(() -> model.sample(-1, 2), "-1 rows");
        assertEquals(0, MixedTables.blanks(sample(300, false)), "none where they are not wanted");
    }

    @Test
    @DisplayName("Conditional samples satisfy every condition, also thresholds between whole numbers and rare corners")
    void conditions() {
        Table drawn = sample(
                200,
                true,
                "age>40.5",
                "age<=60.9",
                "length>0.2505",
                "kind=L1",
                "grade>=L2",
                "grade!=L4",
                "month=L11|L0");
        for (int row = 0; row < 200; row++) {
            double age = drawn.numbers(2)[row];
            assertTrue(age >= 41 && age <= 60 && age == Math.rint(age), "age " + age);
            assertTrue(drawn.numbers(3)[row] >= 0.251, "length " + drawn.numbers(3)[row]);
            assertEquals(1, drawn.codes(5)[row]);
            assertTrue(drawn.codes(6)[row] == 2 || drawn.codes(6)[row] == 3);
            assertTrue(drawn.codes(7)[row] == 11 || drawn.codes(7)[row] == 0);
        }
        assertTrue(Arrays.stream(drawn.numbers(2)).distinct().count() > 5, "not one age for all");
        assertEquals(
                List.of(0.25),
                Arrays.stream(sample(30, true, "length=0.25").numbers(3))
                        .distinct()
                        .boxed()
                        .toList());
        assertRefused(() -> sample(5, true, "age>30", "age<20"), "age>30, age<20", "no value");
    }

    @ParameterizedTest
    @MethodSource("dev.calor.tabular.TabularMethod#all")
    @DisplayName("Every method trains, samples and comes back from its file")
    void methods(TabularMethod method, @TempDir Path folder) throws IOException {
        TabularSpec brief = SMALL.withMethod(method).withSteps(3).with("negatives", "2");
        try (TabularModel trained = TabularModel.fit(TRAIN, brief)) {
            trained.save(folder.resolve("m.calor"));
            try (TabularModel loaded = TabularModel.load(folder.resolve("m.calor"), Device.CPU)) {
                assertEquals(MixedTables.text(trained.sample(20, 1)), MixedTables.text(loaded.sample(20, 1)));
            }
            assertEquals(0, MixedTables.blanks(trained.impute(TRAIN.rows(0, 20), 1)));
        }
    }

    @Test
    @DisplayName("Too few rows, nothing to learn, and a loss that is NaN are refused")
    void refusals() {
        assertRefused(() -> TabularModel.fit(TRAIN.rows(0, 7), SMALL), "7 rows", "at least 8", "more rows");
        Table constant = MixedTables.levels("one", ColumnType.CONSTANT, 1, new int[20]);
        assertRefused(() -> TabularModel.fit(constant, SMALL), "without one to learn", "--schema");
        DivergedException diverged =
                assertThrows(DivergedException.class, () -> TabularModel.fit(TRAIN, SMALL.with("rate", "1e30")));
        assertTrue(String.valueOf(diverged.getMessage()).contains("lower learning rate"), diverged.getMessage());
    }

    @Test
    @DisplayName("Settings are changed by name; what is no setting or no value is refused with what is allowed")
    void settings() {
        assertEquals(77, SMALL.with("width", "77").network().width());
        assertEquals(Double.POSITIVE_INFINITY, SMALL.training().seconds());
        assertEquals(90, SMALL.withSeconds(90).training().seconds());
        assertEquals(
                "tabed-cyc",
                SMALL.withMethod(TabularMethod.named("tabed-cyc")).method().toString());
        assertRefused(() -> SMALL.with("breadth", "3"), "'breadth'", "width, depth");
        assertRefused(() -> SMALL.with("width", "wide"), "'wide'", "'width'", "an example is 32");
        assertRefused(() -> SMALL.with("width", "0"), "'0'", "'width'", "allowed is 1 to");
        assertRefused(() -> TabularSpec.preset("slow"), "'slow'", "fast, balanced, best, paper");
        assertRefused(() -> TabularMethod.named("magic"), "'magic'", "annealed, tabed-uni");
        assertFalse(SMALL.equals(SMALL.withSeed(9)));
    }
}
