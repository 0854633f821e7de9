package dev.calor.dataset;

import dev.calor.random.RandomStream;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Schema;
import dev.calor.table.Table;
import java.time.LocalDate;
import java.util.List;

/**
 * An invented table of days at the stations of a bicycle rental, with all types of columns: dates on which stations
 * were opened, season and weekday (cyclic), weather (ordinal, sometimes missing), temperature (numeric) and number of
 * riders (integer). Temperature depends on season and weather, the number of riders on all of them.
 */
public final class Rides {
    /** The name of the column of the weather. */
    public static final String WEATHER = "weather";

    /** The name of the column of the number of riders. */
    public static final String RIDERS = "riders";

    private static final LocalDate FIRST = LocalDate.of(2023, 1, 1);
    private static final int SPAN = 730;
    private static final double DAY = 86_400;
    private static final double MISSING = 0.06;

    /** Probabilities of storm, rain, cloud and sun, by season. */
    private static final double[][] WEATHER_ODDS = {
        {0.15, 0.35, 0.35, 0.15}, {0.05, 0.25, 0.35, 0.35}, {0.05, 0.1, 0.2, 0.65}, {0.1, 0.35, 0.35, 0.2}
    };

    private static final double[] SEASON_WARMTH = {2, 12, 23, 11};

    private Rides() {}

    private static Schema schema() {
        double first = FIRST.toEpochDay() * DAY;
        return new Schema(List.of(
                new ColumnSchema(
                        "opened",
                        ColumnType.DATETIME,
                        List.of(),
                        List.of(),
                        0,
                        first,
                        first + (SPAN - 1) * DAY,
                        0,
                        "yyyy-MM-dd",
                        "made"),
                ColumnSchema.withLevels("season", ColumnType.CYCLIC, List.of("winter", "spring", "summer", "autumn")),
                ColumnSchema.withLevels(
                        "weekday", ColumnType.CYCLIC, List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")),
                new ColumnSchema(
                        WEATHER,
                        ColumnType.ORDINAL,
                        List.of("storm", "rain", "cloud", "sun"),
                        List.of("?"),
                        0,
                        Double.NaN,
                        Double.NaN,
                        ColumnSchema.SHORTEST,
                        null,
                        "made"),
                ColumnSchema.number("temperature", ColumnType.NUMERIC, -20, 45, 1),
                ColumnSchema.number(RIDERS, ColumnType.INTEGER, 0, 400, 0)));
    }

    /** Draws a table of this many rows. */
    public static Table days(int rows, RandomStream random) {
        double[] opened = new double[rows];
        int[] seasons = new int[rows];
        int[] weekdays = new int[rows];
        int[] weathers = new int[rows];
        double[] temperatures = new double[rows];
        double[] riders = new double[rows];
        for (int row = 0; row < rows; row++) {
            RandomStream own = random.child(row);
            int age = own.nextInt(SPAN);
            int season = own.nextInt(SEASON_WARMTH.length);
            int weekday = own.nextInt(7);
            int weather = weather(season, own.nextDouble());
            double temperature = SEASON_WARMTH[season] + 2 * (weather - 2) + 4 * own.nextGaussian();
            double expected = 30 + 40 * weather + 2.5 * temperature + (weekday >= 5 ? 60 : 0) + 40.0 * age / SPAN;
            opened[row] = FIRST.plusDays(SPAN - 1 - age).toEpochDay() * DAY;
            seasons[row] = season;
            weekdays[row] = weekday;
            weathers[row] = own.nextDouble() < MISSING ? Column.MISSING : weather;
            temperatures[row] = Math.rint(10 * Math.max(-20, Math.min(45, temperature))) / 10;
            riders[row] = Math.rint(Math.max(0, Math.min(400, expected + 15 * own.nextGaussian())));
        }
        return new Table(
                schema(),
                List.of(
                        new Column.Numbers(opened),
                        new Column.Codes(seasons),
                        new Column.Codes(weekdays),
                        new Column.Codes(weathers),
                        new Column.Numbers(temperatures),
                        new Column.Numbers(riders)));
    }

    private static int weather(int season, double uniform) {
        double left = uniform;
        int weather = 0;
        while (weather < 3 && left >= WEATHER_ODDS[season][weather]) {
            left -= WEATHER_ODDS[season][weather];
            weather++;
        }
        return weather;
    }
}
