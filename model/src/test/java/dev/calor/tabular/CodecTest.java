package dev.calor.tabular;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Table;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables to the model's space and back. */
class CodecTest {

    /** Encodes, draws u in every interval, decodes. */
    private static Table roundTrip(TableEncoder encoder, Table table, long seed) {
        EncodedRows encoded = encoder.encode(table);
        RandomStream random = RandomStream.of(seed);
        double[][] uniform = new double[encoder.numbers()][table.rows()];
        for (int i = 0; i < uniform.length; i++) {
            for (int row = 0; row < table.rows(); row++) {
                double low = encoded.low()[i][row];
                double high = encoded.high()[i][row];
                // away from the ends: intervals are held in single precision
                uniform[i][row] = low + (0.01 + 0.98 * random.nextDouble()) * (high - low);
            }
        }
        return encoder.decode(new SampledRows(table.rows(), encoded.states(), uniform), random.child("decode"));
    }

    private static Table roundTrip(Table table) {
        return roundTrip(TableEncoder.fit(table, Structure.UNIFORM, true), table, 1);
    }

    /** All columns but the identifier. */
    private static void assertSameValues(Table expected, Table found) {
        for (int k = 0; k < expected.columns().size(); k++) {
            ColumnSchema schema = expected.schema().columns().get(k);
            if (schema.type().isNumber()) {
                assertArrayEquals(expected.numbers(k), found.numbers(k), 0, schema.name());
            } else if (schema.type().hasLevels()) {
                assertArrayEquals(expected.codes(k), found.codes(k), schema.name());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Structure.class)
    @DisplayName("Encoding and decoding is the identity, with blanks and without, for every structure of the levels")
    void identity(Structure structure) {
        for (int seed = 0; seed < 10; seed++) {
            // Enough rows that whole numbers and weeks repeat: those seen once are held in single precision.
            Table table = MixedTables.random(600, seed % 2 == 0, seed);
            assertSameValues(table, roundTrip(TableEncoder.fit(table, structure, true), table, seed));
        }
    }

    @Test
    @DisplayName("The middles of intervals, as in the paper, decode as well")
    void middles() {
        Table table = MixedTables.random(600, true, 3);
        assertSameValues(table, roundTrip(TableEncoder.fit(table, Structure.UNIFORM, false), table, 1));
    }

    @Test
    @DisplayName(
            "Points in time come back to the day, the second, the thousandth; also before 1970, and where no range is given")
    void times() {
        RandomStream random = RandomStream.of(4);
        double[] days = random.ints(200, -30_000, 30_000)
                .mapToDouble(day -> 86_400.0 * day)
                .toArray();
        double[] seconds = random.doubles(200, -1e8, 1e8).map(Math::rint).toArray();
        double[] thousandths = random.doubles(200, 0, 7200)
                .map(x -> Math.rint(1000 * x) / 1000)
                .toArray();
        days[7] = Double.NaN;
        Table table = MixedTables.of(
                MixedTables.times("day", "yyyy-MM-dd", days),
                MixedTables.times("second", "yyyy-MM-dd HH:mm:ss", seconds),
                MixedTables.times("thousandth", "yyyy-MM-dd HH:mm:ss.SSS", thousandths));
        Table back = roundTrip(table);
        assertArrayEquals(days, back.numbers(0), 0);
        assertArrayEquals(seconds, back.numbers(1), 0);
        assertArrayEquals(thousandths, back.numbers(2), 1e-9);

        ColumnSchema boundless = new ColumnSchema(
                "day", ColumnType.DATETIME, List.of(), List.of(), 0, Double.NaN, Double.NaN, 0, "yyyy-MM-dd", "given");
        Table unbounded = new Table(new dev.calor.table.Schema(List.of(boundless)), List.of(new Column.Numbers(days)));
        assertArrayEquals(days, roundTrip(unbounded).numbers(0), 0);
    }

    @Test
    @DisplayName("Numbers of any decimals come back; a column of one number and one of levels with one level, too")
    void numbers() {
        double[] any = RandomStream.of(5).doubles(100).toArray();
        double[] single = new double[100];
        Arrays.fill(single, 4.5);
        Table table = MixedTables.of(
                MixedTables.numbers("any", ColumnType.NUMERIC, ColumnSchema.SHORTEST, any),
                MixedTables.numbers("single", ColumnType.NUMERIC, 1, single),
                MixedTables.levels("alone", ColumnType.CATEGORICAL, 1, new int[100]));
        for (Structure structure : Structure.values()) {
            Table back = roundTrip(TableEncoder.fit(table, structure, true), table, 1);
            assertArrayEquals(any, back.numbers(0), 1e-4); // single precision of F, in bins of 1/100
            assertArrayEquals(single, back.numbers(1), 0);
            assertArrayEquals(new int[100], back.codes(2));
        }
    }

    @Test
    @DisplayName(
            "Of 50,000 levels the most frequent have states of their own, others share one and are drawn by frequency")
    void rareLevels() {
        int[] codes = new int[52_000];
        for (int row = 0; row < codes.length; row++) {
            // Level 49,999 − i for i < 20 has 101 rows, others one.
            codes[row] = row < 50_000 ? row : 49_999 - row % 20;
        }
        Table table = MixedTables.levels("city", ColumnType.CATEGORICAL, 50_000, codes);
        TableEncoder encoder = TableEncoder.fit(table, Structure.UNIFORM, true);
        LevelCodec codec = (LevelCodec) encoder.codecs().get(0);
        assertEquals(512, codec.finite().get(0).size());
        int[] back = roundTrip(encoder, table, 1).codes(0);
        int rare = 0;
        for (int row = 0; row < codes.length; row++) {
            boolean shared = codec.state(codes[row]) == 511;
            rare += shared ? 1 : 0;
            assertTrue(shared ? codec.state(back[row]) == 511 : back[row] == codes[row], "row " + row);
        }
        assertEquals(50_000 - 511, rare);
        assertTrue(
                IntStream.range(49_980, 50_000).allMatch(level -> codec.state(level) < 511),
                "frequent ones stand alone");

        List<Condition> frequent = List.of(Condition.parse("city=L49999", table.schema()));
        Clamps clamps = encoder.clamps(frequent, true);
        for (int state = 0; state < 512; state++) {
            assertEquals(state == codec.state(49_999), clamps.isAllowed(0, 0, state));
        }
        assertRefused(
                () -> encoder.clamps(List.of(Condition.parse("city=L40000", table.schema())), true),
                "city=L40000",
                "50000 levels",
                "511 most frequent");
        Clamps others = encoder.clamps(List.of(Condition.parse("city!=L49999", table.schema())), true);
        assertTrue(others.isAllowed(0, 0, 511));
        assertFalse(others.isAllowed(0, 0, codec.state(49_999)));
    }

    @Test
    @DisplayName("Rare levels are drawn with their frequencies: chi-square with a false alarm of 1e-6")
    void rareFrequencies() {
        // 512 levels of 20 rows, then 10 that share a state, of 1 to 10 rows.
        int[] codes = IntStream.range(0, 522)
                .flatMap(level -> IntStream.generate(() -> level).limit(level < 511 ? 20 : level - 510))
                .toArray();
        Table table = MixedTables.levels("city", ColumnType.CATEGORICAL, 522, codes);
        TableEncoder encoder = TableEncoder.fit(table, Structure.UNIFORM, true);
        int[] shared = new int[20_000];
        Arrays.fill(shared, 511);
        int[] drawn = encoder.decode(
                        new SampledRows(shared.length, new int[][] {shared}, new double[0][]), RandomStream.of(2))
                .codes(0);
        long[] counts = new long[11];
        for (int level : drawn) {
            counts[level - 511]++;
        }
        double[] law = new double[11];
        Arrays.setAll(law, i -> (i + 1) / 66.0);
        ChiSquare.assertFits("rare levels", counts, law);

        double[] logs = new double[512];
        double[] probabilities = ((LevelCodec) encoder.codecs().get(0)).probabilities(logs);
        assertEquals(1, Arrays.stream(probabilities).sum(), 1e-12);
        assertEquals(1 / 512.0, probabilities[3], 1e-15);
        assertEquals(3 / 66.0 / 512, probabilities[513], 1e-15);
    }

    @Test
    @DisplayName("New identifiers have the shape of the old and are unique; numbers count on")
    void identifiers() {
        List<String> samples = List.of("AB-01", "x", "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "00123", "é#7");
        SampledRows rows = new SampledRows(3000, new int[0][], new double[0][]);
        for (String sample : samples) {
            Table table = MixedTables.texts("id", Arrays.asList(sample, null, sample + "b"));
            Unlearned codec = Unlearned.fit(
                    table.schema().columns().get(0), table.columns().get(0));
            List<@Nullable String> names =
                    ((Column.Texts) codec.decode(rows, new ColumnCodec.Place(0, 0), RandomStream.of(1))).values();
            Set<@Nullable String> different = new HashSet<>(names);
            assertEquals(3000, different.size(), sample);
            assertFalse(different.contains(null));
        }
        assertEquals(List.of("42", "43", "44"), counted("7", "41", "12"));
        assertEquals(List.of("000124", "000125", "000126"), counted("000007", "000123"), "zeros survive");
        assertEquals(List.of("0999", "1000", "1001"), counted("0998", "0001"));
        assertEquals(List.of("100", "101", "102"), counted("07", "99"), "longer where all are taken");
    }

    /** Three new names after these. */
    private static List<@Nullable String> counted(String... names) {
        Table table = MixedTables.texts("id", List.of(names));
        Unlearned codec =
                Unlearned.fit(table.schema().columns().get(0), table.columns().get(0));
        SampledRows rows = new SampledRows(3, new int[0][], new double[0][]);
        return ((Column.Texts) codec.decode(rows, new ColumnCodec.Place(0, 0), RandomStream.of(1))).values();
    }

    @Test
    @DisplayName("Constants come back, and columns without any value stay blank, whatever their type")
    void unlearned() {
        double[] blank = {Double.NaN, Double.NaN, Double.NaN};
        Table table = MixedTables.of(
                MixedTables.levels("one", ColumnType.CONSTANT, 1, 0, 0, 0),
                MixedTables.levels("none", ColumnType.CONSTANT, 0, -1, -1, -1),
                MixedTables.numbers("number", ColumnType.NUMERIC, 2, blank),
                MixedTables.times("time", "yyyy", blank),
                MixedTables.levels("level", ColumnType.CATEGORICAL, 3, -1, -1, -1),
                MixedTables.levels("learned", ColumnType.BOOLEAN, 2, 0, 1, 1));
        assertSameValues(table, roundTrip(table));
    }

    @Test
    @DisplayName("A table without a column to learn, and one of other columns, are refused")
    void refusals() {
        Table nothing = MixedTables.of(
                MixedTables.texts("id", List.of("a", "b")), MixedTables.levels("one", ColumnType.CONSTANT, 1, 0, 0));
        assertRefused(() -> TableEncoder.fit(nothing, Structure.UNIFORM, true), "2 columns", "--schema");
        Table table = MixedTables.random(20, false, 1);
        TableEncoder encoder = TableEncoder.fit(table, Structure.UNIFORM, true);
        assertRefused(() -> encoder.encode(nothing), "[id, one]", "model's schema");
    }
}
