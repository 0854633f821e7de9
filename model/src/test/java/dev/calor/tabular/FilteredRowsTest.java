package dev.calor.tabular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import dev.calor.tensor.Engine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows under conditions are unconditional rows that satisfy them, as long as there are enough of these. */
class FilteredRowsTest {
    private static final Table TRAIN = MixedTables.random(400, true, 1);
    private static final RandomStream RANDOM = RandomStream.of(6);

    private static TabularModel model;
    private static RowSampler sampler;

    @BeforeAll
    static void train() throws IOException {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
        model = TabularModel.fit(TRAIN, MixedTables.SMALL.withSteps(60));
        sampler = new RowSampler(model.spec(), model.encoder(), model.energy());
    }

    @AfterAll
    static void close() {
        model.close();
    }

    private static Clamps clamps(boolean missing, String... conditions) {
        return model.encoder()
                .clamps(
                        Stream.of(conditions)
                                .map(text -> Condition.parse(text, model.schema()))
                                .toList(),
                        missing);
    }

    /** The rows that a condition leaves of 512 unconditional ones, drawn by the first stream of the filter. */
    private static SampledRows ofFirstTry(Clamps clamps, int most) {
        SampledRows free = sampler.draw(512, clamps(true), RANDOM.child("free").child(0), share -> {});
        return free.where(row -> clamps.admit(free, row), most);
    }

    private static String text(SampledRows rows) {
        return rows.rows() + Arrays.deepToString(rows.states()) + Arrays.deepToString(rows.uniform());
    }

    @Test
    @DisplayName(
            "They are the first unconditional rows that satisfy all conditions, those on numbers and missing values too")
    void filtered() {
        for (Clamps clamps : List.of(clamps(true, "kind=L1"), clamps(true, "age>40"), clamps(false))) {
            SampledRows drawn = new FilteredRows(sampler, clamps, 10).draw(20, RANDOM, share -> {});
            assertEquals(text(ofFirstTry(clamps, 20)), text(drawn));
        }
    }

    @Test
    @DisplayName("Further unconditional rows are drawn until there are enough")
    void further() {
        Clamps clamps = clamps(true, "kind=L1");
        List<Double> shares = new ArrayList<>();
        SampledRows drawn = new FilteredRows(sampler, clamps, 10).draw(700, RANDOM, shares::add);
        assertEquals(700, drawn.rows());
        for (int row = 0; row < 700; row++) {
            assertTrue(clamps.admit(drawn, row), "row " + row);
        }
        SampledRows first = ofFirstTry(clamps, 700);
        assertTrue(first.rows() > 100 && first.rows() < 500, first.rows() + " of 512 unconditional rows");
        assertEquals(text(first), text(drawn.where(row -> row < first.rows(), 700)));
        assertEquals(shares.stream().sorted().toList(), shares);
        assertTrue(shares.get(shares.size() - 1) <= 1, shares.toString());
    }

    @Test
    @DisplayName(
            "Where few unconditional rows satisfy the conditions, the rest is drawn within them; with no tries, all are")
    void rare() {
        Clamps rare = clamps(true, "age=41", "kind=L1", "grade=L2", "month=L11", "length>0.3");
        int found = ofFirstTry(rare, 100).rows();
        SampledRows drawn = new FilteredRows(sampler, rare, 10).draw(100, RANDOM, share -> {});
        assertEquals(100, drawn.rows());
        assertEquals(
                text(sampler.draw(100 - found, rare, RANDOM, share -> {})),
                text(drawn.where(row -> row >= found, 100)));
        Clamps fair = clamps(true, "kind=L1");
        assertEquals(
                text(sampler.draw(30, fair, RANDOM, share -> {})),
                text(new FilteredRows(sampler, fair, 0).draw(30, RANDOM, share -> {})));
    }
}
