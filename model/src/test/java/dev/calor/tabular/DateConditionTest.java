package dev.calor.tabular;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import dev.calor.table.ColumnSchema;
import dev.calor.table.DateFormat;
import dev.calor.table.Table;
import dev.calor.tensor.Engine;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions on points in time: days of January and February 2020, and times of the 35 days from 2020-01-01 on. */
class DateConditionTest {
    private static final Table TRAIN = MixedTables.random(400, true, 1);
    private static final int DAY = TRAIN.schema().indexOf("day");
    private static final int TIME = TRAIN.schema().indexOf("time");

    private static TabularModel model;

    @BeforeAll
    static void train() throws IOException {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
        model = TabularModel.fit(TRAIN, MixedTables.SMALL.withSteps(50));
    }

    @AfterAll
    static void close() {
        model.close();
    }

    private static List<Condition> conditions(String... texts) {
        return Stream.of(texts)
                .map(text -> Condition.parse(text, TRAIN.schema()))
                .toList();
    }

    private static List<String> texts(Table table, int column) {
        ColumnSchema schema = table.schema().columns().get(column);
        return Arrays.stream(table.numbers(column))
                .mapToObj(DateFormat.of(schema)::format)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "day>=2020-02-01; 2020-02-01; 2020-02-29",
                "day<2020-01-04; 2020-01-01; 2020-01-03",
                "day>2020-01; 2020-02-01; 2020-02-29",
                "day<=2020-01-02; 2020-01-01; 2020-01-02",
                "day=2020-01-17; 2020-01-17; 2020-01-17",
                "time=2020-01-15; 2020-01-15 00:00; 2020-01-15 23:59",
                "time=2020-01-15 10:20; 2020-01-15 10:20; 2020-01-15 10:20",
                "time>2020-01-31 12:00; 2020-01-31 12:01; 2020-12-31 23:59",
                "time<2020-01-03T07:00; 2020-01-01 00:00; 2020-01-03 06:59",
            })
    @DisplayName("Rows drawn under a condition satisfy it as they are written, and none is missing")
    void satisfied(String condition, String least, String most) {
        Table drawn = model.sample(40, conditions(condition), true, 1, share -> {});
        assertEquals(40, drawn.rows());
        int column = condition.startsWith("day") ? DAY : TIME;
        for (String text : texts(drawn, column)) {
            assertTrue(text.compareTo(least) >= 0 && text.compareTo(most) <= 0, condition + ": " + text);
        }
    }

    @Test
    @DisplayName("Spans across midnight and the end of a week, with a condition on another column")
    void across() {
        String[] asked = {"time>=2020-01-08 20:00", "time<2020-01-09 04:00", "kind=L1"};
        Table drawn = model.sample(30, conditions(asked), true, 1, share -> {});
        for (String text : texts(drawn, TIME)) {
            assertTrue(text.compareTo("2020-01-08 20:00") >= 0 && text.compareTo("2020-01-09 04:00") < 0, text);
        }
        assertTrue(Arrays.stream(drawn.codes(5)).allMatch(kind -> kind == 1));
        assertEquals(
                MixedTables.text(drawn),
                MixedTables.text(model.sample(30, conditions(asked), true, 1, share -> {})),
                "seeds repeat");
    }

    @Test
    @DisplayName("Every training row within a span is in the part of the space that is drawn from")
    void nothingIsLost() {
        TableEncoder encoder = model.encoder();
        EncodedRows rows = encoder.encode(TRAIN);
        ColumnCodec.Place place = encoder.place(TIME);
        double[] times = TRAIN.numbers(TIME);
        DateFormat format = DateFormat.of(TRAIN.schema().columns().get(TIME));
        RandomStream random = RandomStream.of(7);
        int checked = 0;
        int excluded = 0;
        for (int trial = 0; trial < 300; trial++) {
            double from = times[random.nextInt(times.length)];
            double to = from + 60 * Math.rint(Math.exp(9 * random.nextDouble()));
            if (Double.isNaN(from)) {
                continue;
            }
            Clamps clamps =
                    encoder.clamps(conditions("time>=" + format.format(from), "time<=" + format.format(to)), true);
            for (int row = 0; row < times.length; row++) {
                boolean allowed = true;
                for (int k = 0; k < 3; k++) {
                    allowed &= clamps.isAllowed(0, place.finite() + k, rows.states()[place.finite() + k][row]);
                }
                for (int i = place.number(); i < place.number() + 2; i++) {
                    allowed &= rows.low()[i][row] >= clamps.low(0, i) - 1e-6
                            && rows.high()[i][row] <= clamps.high(0, i) + 1e-6;
                }
                boolean inside = times[row] >= from && times[row] <= to;
                assertTrue(allowed || !inside, () -> format.format(from) + " to " + format.format(to));
                checked += inside ? 1 : 0;
                excluded += allowed ? 0 : 1;
            }
        }
        assertTrue(checked > 300 && excluded > 10_000, checked + " inside, " + excluded + " excluded");
    }

    @Test
    @DisplayName("What is no time, lies outside the table or contradicts itself is refused")
    void refusals() {
        assertRefused(() -> conditions("day>5"), "day>5", "not a point in time", "yyyy-MM-dd", "2024-03-01 14:05");
        assertRefused(() -> conditions("day=2020-02-31"), "'2020-02-31'");
        assertRefused(() -> conditions("day!=2020-01-01"), "with one point in time");
        assertRefused(
                () -> model.sample(1, conditions("day=2021"), true, 1, share -> {}),
                "no row of the training table",
                "2020-01-01 to 2020-02-29");
        assertRefused(
                () -> model.sample(1, conditions("day>2020-01-05", "day<2020-01-03"), true, 1, share -> {}),
                "contradict each other");
    }

    @Test
    @DisplayName("Rows outside are replaced by others inside, rows inside stay; what hardly ever happens is given up")
    void redraw() {
        Redraw redraw = new Redraw(conditions("day>=2020-02-01"));
        double[] days = TRAIN.numbers(DAY);
        double february = DateFormat.of(TRAIN.schema().columns().get(DAY)).written(1_580_515_200);
        Table all = redraw.of(
                TRAIN,
                RandomStream.of(1),
                (count, stream) -> TRAIN.rows(
                        IntStream.range(0, count).map(i -> i % TRAIN.rows()).toArray()));
        for (int row = 0; row < TRAIN.rows(); row++) {
            assertTrue(all.numbers(DAY)[row] >= february);
            assertTrue(days[row] < february || all.numbers(DAY)[row] == days[row]);
        }
        assertFalse(MixedTables.text(all).equals(MixedTables.text(TRAIN)));
        int early = IntStream.range(0, days.length)
                .filter(row -> days[row] < february)
                .findFirst()
                .orElseThrow();
        assertRefused(
                () -> redraw.of(
                        TRAIN.rows(early, early + 1),
                        RandomStream.of(1),
                        (count, stream) -> TRAIN.rows(
                                IntStream.generate(() -> early).limit(count).toArray())),
                "only 0 satisfy them",
                "whole days");
    }
}
