package dev.calor.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import java.util.Arrays;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

class QualityPropertyTest {
    /** Numbers, levels and times, with ties and missing values. */
    private static Table random(int rows, int levels, RandomStream random) {
        double[][] numbers = new double[3][rows];
        @Nullable String[][] names = new @Nullable String[2][rows];
        for (int row = 0; row < rows; row++) {
            for (double[] column : numbers) {
                column[row] = random.nextInt(8) == 0 ? Double.NaN : random.nextInt(levels) / 8.0;
            }
            for (String[] column : names) {
                column[row] = random.nextInt(8) == 0 ? null : "level " + random.nextInt(levels);
            }
        }
        return Tables.of(
                Tables.numbers("n", numbers[0]),
                Tables.numbers("m", numbers[1]),
                Tables.times("t", numbers[2]),
                Tables.levels("c", names[0]),
                Tables.levels("d", names[1]));
    }

    private static Stream<Score> scores(Quality quality) {
        return Stream.concat(
                quality.shapes().columns().stream(),
                quality.trends().pairs().stream().map(PairTrends.Pair::score));
    }

    @Property(tries = 200)
    @Label("A table is like itself: every score there is, is 1")
    void identity(@ForAll @IntRange(min = 1, max = 40) int rows, @ForAll long seed, @ForAll Profile profile) {
        Table table = random(rows, 6, RandomStream.of(seed));
        scores(Quality.of(table, table, profile))
                .filter(score -> !Double.isNaN(score.value()))
                .forEach(score -> assertEquals(1, score.value(), 1e-14, score::toString));
    }

    @Property(tries = 500)
    @Label("The order of rows plays no part")
    void permutation(@ForAll @IntRange(min = 1, max = 40) int rows, @ForAll long seed, @ForAll Profile profile) {
        RandomStream random = RandomStream.of(seed);
        Table real = random(rows, 6, random.child("real"));
        Table synthetic = random(rows + 3, 7, random.child("synthetic"));
        Quality expected = Quality.of(real, synthetic, profile);
        Quality found =
                Quality.of(real.rows(shuffled(rows, random)), synthetic.rows(shuffled(rows + 3, random)), profile);
        double[] before = scores(expected).mapToDouble(Score::value).toArray();
        double[] after = scores(found).mapToDouble(Score::value).toArray();
        boolean[] decided = decided(expected, profile);
        for (int i = 0; i < before.length; i++) {
            assertEquals(decided[i] ? before[i] : after[i], after[i], 1e-12);
        }
    }

    /** Which scores do not hang by the last digit of ρ or V at a threshold. */
    private static boolean[] decided(Quality quality, Profile profile) {
        boolean[] decided = new boolean[(int) scores(quality).count()];
        Arrays.fill(decided, true);
        int columns = quality.shapes().columns().size();
        for (int i = columns; i < decided.length; i++) {
            PairTrends.Pair pair = quality.trends().pairs().get(i - columns);
            double threshold = pair.score().metric().equals("CorrelationSimilarity")
                    ? profile.correlationThreshold()
                    : profile.associationThreshold();
            decided[i] = !(Math.abs(Math.abs(pair.real()) - threshold) < 1e-12);
        }
        return decided;
    }

    @Property(tries = 200)
    @Label("Every score there is lies in [0, 1], and so does how strongly columns go together")
    void bounds(
            @ForAll @IntRange(min = 1, max = 40) int rows,
            @ForAll @IntRange(min = 1, max = 40) int others,
            @ForAll @IntRange(min = 1, max = 9) int levels,
            @ForAll long seed,
            @ForAll Profile profile) {
        RandomStream random = RandomStream.of(seed);
        Quality quality =
                Quality.of(random(rows, levels, random.child(0)), random(others, 4, random.child(1)), profile);
        assertTrue(scores(quality)
                .filter(score -> !Double.isNaN(score.value()))
                .allMatch(score -> score.value() >= 0 && score.value() <= 1));
        assertTrue(scores(quality).allMatch(score -> Double.isNaN(score.value()) == (score.reason() != null)));
        assertTrue(quality.trends().pairs().stream()
                .flatMap(pair -> Stream.of(pair.real(), pair.synthetic()))
                .filter(strength -> !Double.isNaN(strength))
                .allMatch(strength -> Math.abs(strength) <= 1 + 1e-12));
    }

    private static int[] shuffled(int rows, RandomStream random) {
        int[] order = new int[rows];
        for (int i = 0; i < rows; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }
}
