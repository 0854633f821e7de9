package dev.calor.tabular;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.calor.random.RandomStream;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import dev.calor.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Columns of few numbers as states: the user sees numbers. */
class ValueCodecTest {
    private static final int ROWS = 700;
    private static final TabularMethod ANNEALED = AnnealedMethod.INSTANCE;

    /** Whole numbers with a gap and blanks, tenths without, measurements, days. */
    private static final Table TABLE = table();

    private static Table table() {
        RandomStream random = RandomStream.of(1);
        double[] wholes = {1, 2, 3, 4, 8, 9, 20};
        double[] tenths = {-0.3, 0, 0.1, 0.3, 12.7};
        return MixedTables.of(
                MixedTables.numbers(
                        "whole",
                        ColumnType.INTEGER,
                        0,
                        random.ints(ROWS, 0, 8)
                                .mapToDouble(v -> v == 7 ? Double.NaN : wholes[v])
                                .toArray()),
                MixedTables.numbers(
                        "tenth",
                        ColumnType.NUMERIC,
                        1,
                        random.ints(ROWS, 0, 5).mapToDouble(v -> tenths[v]).toArray()),
                MixedTables.numbers(
                        "measured",
                        ColumnType.NUMERIC,
                        ColumnSchema.SHORTEST,
                        random.doubles(ROWS).map(u -> u < 0.5 ? 0 : u).toArray()),
                MixedTables.times(
                        "day",
                        "yyyy-MM-dd",
                        random.ints(ROWS, 0, 3)
                                .mapToDouble(day -> 86_400.0 * day)
                                .toArray()));
    }

    private static final TableEncoder ENCODER = TableEncoder.fit(TABLE, ANNEALED);

    @Test
    @DisplayName("The default method has states for few numbers, not for measurements and times; the paper's has none")
    void whichColumns() {
        assertInstanceOf(ValueCodec.class, ENCODER.codecs().get(0));
        assertInstanceOf(ValueCodec.class, ENCODER.codecs().get(1));
        assertInstanceOf(NumberCodec.class, ENCODER.codecs().get(2));
        assertInstanceOf(DateCodec.class, ENCODER.codecs().get(3));
        assertEquals(2, ENCODER.numbers(), "measured, weeks");
        assertEquals(3, ENCODER.finite(), "whole, tenth, weekdays");
        for (TabularMethod method : PaperMethod.ALL) {
            TableEncoder paper = TableEncoder.fit(TABLE, method);
            assertInstanceOf(NumberCodec.class, paper.codecs().get(0), method.toString());
        }
    }

    private static Column decoded(ColumnCodec codec, int[] states) {
        return codec.decode(
                new SampledRows(states.length, new int[][] {states}, new double[0][]),
                new ColumnCodec.Place(0, 0),
                RandomStream.of(1));
    }

    @ParameterizedTest
    @EnumSource(Structure.class)
    @DisplayName("States are the values in ascending order, then a missing one; encoding and decoding is the identity")
    void identity(Structure structure) {
        for (int k = 0; k < 2; k++) {
            ColumnSchema schema = TABLE.schema().columns().get(k);
            FewValues few = FewValues.of(schema, TABLE.numbers(k));
            assertNotNull(few);
            ValueCodec codec = ValueCodec.of(schema, few, k == 0, structure);
            EncodedRows rows = EncodedRows.of(ROWS, 1, 0, false);
            codec.encode(TABLE.columns().get(k), rows, new ColumnCodec.Place(0, 0));
            double[] sorted =
                    Arrays.stream(TABLE.numbers(k)).distinct().sorted().toArray(); // NaN is last
            for (int row = 0; row < ROWS; row++) {
                assertEquals(Arrays.binarySearch(sorted, TABLE.numbers(k)[row]), rows.states()[0][row]);
            }
            assertArrayEquals(TABLE.numbers(k), ((Column.Numbers) decoded(codec, rows.states()[0])).values());
        }
    }

    @Test
    @DisplayName("A value never seen is encoded and clamped as the nearest one, as the column would write it")
    void unseen() {
        double[] asked = {-100, 5, 6, 7, 15, 1e9, 2.4, Double.NaN};
        double[] nearest = {1, 4, 4, 8, 20, 20, 2, Double.NaN};
        Table fresh = MixedTables.of(
                MixedTables.numbers("whole", ColumnType.INTEGER, 0, asked),
                MixedTables.numbers("tenth", ColumnType.NUMERIC, 1, new double[8]),
                MixedTables.numbers("measured", ColumnType.NUMERIC, ColumnSchema.SHORTEST, new double[8]),
                MixedTables.times("day", "yyyy-MM-dd", new double[8]));
        int[] states = ENCODER.encode(fresh).states()[0];
        assertArrayEquals(nearest, ((Column.Numbers) decoded(ENCODER.codecs().get(0), states)).values());
        Clamps clamps = ENCODER.clamps(fresh);
        for (int row = 0; row < asked.length; row++) {
            for (int state = 0; state < 8; state++) {
                boolean blank = Double.isNaN(asked[row]);
                assertEquals(blank ? state < 7 : state == states[row], clamps.isAllowed(row, 0, state));
            }
        }
    }

    /** The values of a column that conditions leave. */
    private static double[] left(int k, String... texts) {
        List<Condition> conditions = Stream.of(texts)
                .map(text -> Condition.parse(text, TABLE.schema()))
                .toList();
        Clamps clamps = ENCODER.clamps(conditions, true);
        int[] states = IntStream.range(
                        0, ENCODER.codecs().get(k).finite().get(0).size())
                .filter(state -> clamps.isAllowed(0, k, state))
                .toArray();
        Column column = ENCODER.codecs()
                .get(k)
                .decode(
                        new SampledRows(states.length, new int[][] {states, states}, new double[0][]),
                        ENCODER.place(k),
                        RandomStream.of(1));
        return ((Column.Numbers) column).values();
    }

    @Test
    @DisplayName("Conditions leave what filtering the training rows leaves, and no blank")
    void conditions() {
        double[] limits = {-1, 0, 0.05, 0.1, 0.3, 1, 2.5, 3, 4, 8.5, 9, 12.7, 19.5, 20};
        for (int k = 0; k < 2; k++) {
            String name = TABLE.schema().names().get(k);
            for (double least : limits) {
                for (double most : limits) {
                    double[] filtered = Arrays.stream(TABLE.numbers(k))
                            .filter(x -> least < x && x <= most)
                            .distinct()
                            .sorted()
                            .toArray();
                    if (filtered.length > 0) {
                        assertArrayEquals(filtered, left(k, name + ">" + least, name + "<=" + most));
                    }
                }
            }
        }
        assertArrayEquals(new double[] {3}, left(0, "whole=3"));
        assertArrayEquals(new double[] {9, 20}, left(0, "whole>=8.5"));
        assertArrayEquals(new double[] {0.3}, left(1, "tenth=0.3"));
        assertEquals(8, left(0).length, "all values and the blank");
        assertFalse(ENCODER.clamps(List.of(), false).isAllowed(0, 0, 7), "no blank where none may be");
    }

    @Test
    @DisplayName("A range without a seen value is refused with the range of the column and the values around it")
    void refusals() {
        assertRefused(
                () -> left(0, "whole>9", "whole<20"),
                "whole>9, whole<20",
                "no row of the training table",
                "'whole' runs from 1 to 20",
                "nearest values are 9 and 20");
        assertRefused(() -> left(0, "whole>20"), "runs from 1 to 20", "greatest value is 20");
        assertRefused(() -> left(1, "tenth<-0.3"), "runs from -0.3 to 12.7", "least value is -0.3");
        assertRefused(() -> left(0, "whole=2.5"), "no value that 'whole' can hold");
        assertRefused(() -> ENCODER.levels("whole"), "'whole' is integer", "impute");
    }

    @Test
    @DisplayName("As JSON and back it is the same codec; damaged values are refused")
    void json() throws JsonProcessingException {
        String text = CodecJson.write(ENCODER);
        TableEncoder back = CodecJson.read(text, TABLE.schema(), Structure.UNIFORM);
        assertEquals(text, CodecJson.write(back));
        assertEquals(ENCODER.space(), back.space());
        assertArrayEquals(ENCODER.encode(TABLE).states(), back.encode(TABLE).states(), "the same states for every row");
        String damaged = text.replace("[1.0,2.0,", "[2.0,1.0,");
        assertThrows(JsonProcessingException.class, () -> CodecJson.read(damaged, TABLE.schema(), Structure.UNIFORM));
    }

    @Test
    @DisplayName(
            "A model with states for numbers comes back from its file; the schema and the samples hold whole numbers")
    void file(@TempDir Path folder) throws IOException {
        try (TabularModel model = TabularModel.fit(TABLE, MixedTables.SMALL.withSteps(3))) {
            model.save(folder.resolve("few.calor"));
            try (TabularModel loaded = TabularModel.load(folder.resolve("few.calor"), Device.CPU)) {
                Table drawn = loaded.sample(200, 1);
                assertEquals(MixedTables.text(model.sample(200, 1)), MixedTables.text(drawn));
                assertEquals(TABLE.schema(), drawn.schema());
                double[] seen = Arrays.stream(TABLE.numbers(0)).sorted().toArray();
                assertTrue(Arrays.stream(drawn.numbers(0)).allMatch(x -> Arrays.binarySearch(seen, x) >= 0));
                assertEquals(0, MixedTables.blanks(loaded.impute(drawn, 1)));
            }
        }
    }

    @Test
    @DisplayName("Memory counts states as states: as much as for the same values as levels")
    void memory() {
        double[] values = IntStream.range(0, ROWS).mapToDouble(row -> row % 30).toArray();
        int[] codes = IntStream.range(0, ROWS).map(row -> row % 30).toArray();
        TabularSpec spec = TabularSpec.preset("fast");
        Table few = MixedTables.numbers("x", ColumnType.INTEGER, 0, values);
        MemoryNeed levels = MemoryNeed.of(MixedTables.levels("x", ColumnType.ORDINAL, 30, codes), spec, Device.CPU);
        assertEquals(levels, MemoryNeed.of(few, spec, Device.CPU));
        MemoryNeed paper = MemoryNeed.of(few, spec.withMethod(PaperMethod.ALL.get(0)), Device.CPU);
        assertTrue(paper.table() > levels.table(), "a number takes more than a state");
    }

    @Test
    @DisplayName("The heavy atoms of every numeric column that is left, in the order of the model's space")
    void heavyAtoms() {
        List<List<Quantiles.Atom>> atoms = ENCODER.heavyAtoms();
        assertEquals(ENCODER.numbers(), atoms.size());
        double zeros = Arrays.stream(TABLE.numbers(2)).filter(x -> x == 0).count() / (double) ROWS;
        assertEquals(List.of(new Quantiles.Atom(0, 0, zeros)), atoms.get(0));
        assertEquals(List.of(new Quantiles.Atom(0, 0, 1)), atoms.get(1), "all days are of one week");
    }
}
