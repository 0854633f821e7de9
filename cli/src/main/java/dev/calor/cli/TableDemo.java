package dev.calor.cli;

import dev.calor.dataset.Rides;
import dev.calor.metric.Profile;
import dev.calor.random.RandomStream;
import dev.calor.report.Comparison;
import dev.calor.report.Findings;
import dev.calor.report.Measurement;
import dev.calor.report.Origin;
import dev.calor.report.ReportPage;
import dev.calor.table.Table;
import dev.calor.table.TableWriter;
import dev.calor.tabular.TabularModel;
import dev.calor.tabular.TabularSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** Learns an invented table with the default method, and shows its rows and those of the model. */
final class TableDemo {
    private static final int DAYS = 1_000;
    private static final int SHOWN = 5;

    private TableDemo() {}

    static Table days(int rows, long seed) {
        return Rides.days(rows, RandomStream.of(seed).child("rides"));
    }

    static void show(PrintWriter out, Path report, long seed, boolean quick) throws IOException {
        Table real = days(quick ? DAYS / 4 : DAYS, seed);
        TabularSpec spec = TabularSpec.preset("fast")
                .withSeed(seed)
                .withSteps(quick ? 150 : 1_500)
                .with("width", quick ? "48" : "96")
                .with("batch", "256")
                .with("levels", quick ? "20" : "60")
                .with("average", "0.99");
        out.println(String.format(
                Locale.ROOT,
                "Now a whole table: %,d generated days at bicycle stations, with dates, cycles and missing values;",
                real.rows()));
        out.println("the model sees them " + spec.training().steps() + " times, "
                + spec.training().batch() + " at a time.");
        out.println();
        out.flush();
        try (TabularModel model = TabularModel.fit(real, spec)) {
            Table synthetic = model.sample(quick ? 50 : 500, seed);
            printRows(out, "real", real, true);
            printRows(out, "synthetic", synthetic, false);
            out.println();
            for (String weather : List.of("rain", "sun")) {
                out.println(String.format(
                        Locale.ROOT,
                        "mean riders, weather %s: %.0f real, %.0f synthetic",
                        weather,
                        meanRiders(real, weather),
                        meanRiders(synthetic, weather)));
            }
            report(real, synthetic, report, seed);
            out.println("How good they are: " + report + ", a page for your browser.");
        }
        out.println("Your own: 'calor fit people.csv -o people.calor', then 'calor sample people.calor -n 1000'.");
        out.flush();
    }

    private static void report(Table real, Table synthetic, Path file, long seed) throws IOException {
        Table unseen = Rides.days(real.rows() / 2, RandomStream.of(seed).child("unseen rides"));
        Findings findings = Measurement.of(
                new Comparison(real, synthetic, unseen, Rides.WEATHER, null, Profile.PAPER, seed), (share, work) -> {});
        Origin origin = new Origin(
                "generated days",
                "synthetic days",
                "more generated days",
                String.join(", ", new Version().getVersion()),
                List.of("made by 'calor demo'"),
                Map.of());
        ReportCommand.write(ReportPage.html(findings, origin), file);
    }

    private static void printRows(PrintWriter out, String label, Table table, boolean header) throws IOException {
        StringWriter text = new StringWriter();
        TableWriter.writeCsv(table.rows(0, SHOWN), text);
        String name = label;
        for (String line : text.toString().lines().skip(header ? 0 : 1).toList()) {
            boolean names = header
                    && name.equals(label)
                    && line.startsWith(table.schema().names().get(0));
            StringBuilder cells = new StringBuilder(String.format("%-12s", names ? "" : name));
            for (String cell : line.split(",", -1)) {
                cells.append(String.format("%-13s", cell));
            }
            out.println(cells.toString().stripTrailing());
            name = names ? label : "";
        }
    }

    private static double meanRiders(Table table, String weather) {
        int k = table.schema().indexOf(Rides.WEATHER);
        int level = table.schema().columns().get(k).levels().indexOf(weather);
        double[] riders = table.numbers(table.schema().indexOf(Rides.RIDERS));
        return IntStream.range(0, table.rows())
                .filter(row -> table.codes(k)[row] == level)
                .mapToDouble(row -> riders[row])
                .average()
                .orElse(Double.NaN);
    }
}
