package dev.calor.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.calor.dataset.PublicTable;
import dev.calor.tabular.TabularSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class TabularTest {
    private static final String SMALL =
            "--data churn --preset fast --set steps=3,width=8,depth=1,batch=16,levels=2,lastRounds=0 --device cpu";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    record Outcome(int code, String out, String err) {}

    /** A command of the lab as users call it, errors turned into exit codes as the real command line does. */
    static Outcome lab(String words) throws ReflectiveOperationException {
        Method real = Class.forName("dev.calor.cli.Main").getDeclaredMethod("commandLine");
        real.setAccessible(true);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = ((CommandLine) real.invoke(null))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(Stream.concat(Stream.of("lab"), Arrays.stream(words.split(" ", -1)))
                        .toArray(String[]::new));
        return new Outcome(code, out.toString(), err.toString());
    }

    private static void needTables() {
        assumeTrue(
                PublicTable.areAvailable(),
                "the public tables are not there: set CALOR_DATA to the folder that has them");
    }

    @Test
    @DisplayName("A run goes on where it was stopped, its model serves other patience, other settings are refused")
    void resumes() throws ReflectiveOperationException, IOException {
        needTables();
        Files.createDirectories(folder.resolve("real"));
        Files.writeString(folder.resolve("real").resolve("churn.json"), "[0.8]"); // training on real rows takes long
        String command = "tabular --cells " + folder + " " + SMALL;
        assertEquals(0, lab(command).code);
        Path file = folder.resolve(
                "churn-annealed-fast-width=8-depth=1-batch=16-steps=3-levels=2-lastRounds=0-seed=1.json");
        TabularCell one = TabularCell.read(file);
        assertEquals(1, one.draws());
        assertEquals(List.of(0.8), one.real());
        assertEquals(3, one.fit().steps());
        Path model =
                folder.resolve("models").resolve("churn-annealed-fast-width=8-depth=1-batch=16-steps=3-seed=1.calor");
        FileTime fitted = Files.getLastModifiedTime(model);

        assertEquals(0, lab(command + " --draws 2").code);
        TabularCell two = TabularCell.read(file);
        assertEquals(2, two.draws());
        assertEquals(one.utility().get(0), two.utility().get(0));
        assertEquals(one.fit(), two.fit());

        Outcome patient = lab(command.replace("levels=2", "levels=3") + " --json");
        assertEquals(0, patient.code, patient.err);
        assertTrue(patient.out.contains("levels=3"), patient.out);
        assertEquals(fitted, Files.getLastModifiedTime(model));

        Files.writeString(file, Files.readString(file).replace("\"rounds\" : 1", "\"rounds\" : 7"));
        Outcome refused = lab(command);
        assertEquals(2, refused.code);
        assertTrue(refused.err.contains("choose another folder with --cells"), refused.err);
    }

    @Test
    @DisplayName("The tables show published figures and ours, and count where ours are better")
    void table() throws ReflectiveOperationException, IOException {
        cell("adult", 1, 0.9, List.of(0.90, 0.89), List.of(0.98, 0.99), List.of(0.9, 0.9));
        cell("beijing", 1, 0.5, List.of(0.6), List.of(0.9), List.of(0.96));
        cell("beijing", 2, 0.5, List.of(0.8), List.of(0.9), List.of(0.96));
        Outcome found = lab("tabular --table --cells " + folder);
        assertEquals(0, found.code, found.err);
        List<String> lines =
                found.out.lines().map(line -> line.replaceAll(" +", " ")).toList();
        for (String line : List.of(
                "| TabED-Str (published) | .879 ± .004 | .819 ± .001 | – | – | – | .978 ± .012 |",
                "| Real (ours) | .9000 | – | – | – | – | .5000 |",
                "| annealed-fast (ours) | .8950 ± .0071 | – | – | – | – | .7000 ± .1414 |",
                "| annealed-fast (ours) | .9850 ± .0071 | – | – | – | – | .9000 ± .0000 |",
                // .895/.9 > .910/.927 and .7/.5 > .556/.423, an error; .985 < .988
                "| annealed-fast over the best TabED | 2 of 2 | 1 of 2 | 2 of 2 | 5 of 6 |",
                "| annealed-fast over TabDDPM | 1 of 2 | 0 of 2 | 1 of 2 | 2 of 6 |")) {
            assertTrue(lines.contains(line), line + " is not in\n" + found.out);
        }
    }

    private void cell(
            String data, long seed, double real, List<Double> utility, List<Double> shapes, List<Double> trends)
            throws IOException {
        TabularRun run = new TabularRun(data, "fast", TabularSpec.preset("fast").withSeed(seed));
        TabularCell cell = TabularCell.of(run, new TabularModels.Fit(10, 1, 2, "cpu", "a machine"), List.of(real));
        for (int draw = 0; draw < utility.size(); draw++) {
            cell = cell.with(utility.get(draw), shapes.get(draw), trends.get(draw), 1, "a machine");
        }
        CellFile.write(folder.resolve(run.name() + ".json"), cell.json());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "tabular --data churn,nowhere; 'nowhere' is not a public table: there are adult, bank",
                "tabular --data churn --method x; 'x' is not a method: there are annealed",
                "tabular --data churn --preset x; 'x' is not a preset: there are fast",
                "tabular --data churn --set x=1; 'x' is not a setting: there are",
            })
    @DisplayName("What is not allowed is refused with exit code 2 and what is")
    void refused(String words, String part) throws ReflectiveOperationException {
        Outcome outcome = lab(words + " --cells " + folder);
        assertEquals(2, outcome.code, outcome.err);
        assertTrue(outcome.err.contains(part), outcome.err);
    }
}
