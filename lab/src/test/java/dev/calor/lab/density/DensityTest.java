package dev.calor.lab.density;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.dataset.Toy2d;
import dev.calor.energy.Energy;
import dev.calor.energy.QuadraticEnergy;
import dev.calor.lab.Lab;
import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Cells;
import dev.calor.lab.cell.Energies;
import dev.calor.lab.cell.Estimate;
import dev.calor.lab.density.DensityExperiment.Result;
import dev.calor.random.RandomStream;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.train.Build;
import dev.calor.train.Machine;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DensityTest {
    private static final int THREADS = Engine.threads();

    /** A few steps of a small batch; base 10, which has fewest columns and strata. */
    private static final String TINY = "--method ed-grid --states 10 --steps 3 --batch 8 --negatives 4"
            + " --effort 0.001 --sampler rejection --device cpu";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** Tensors this small are faster on one thread: more of them wait for each other, for minutes on a busy machine. */
    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1);
    }

    @AfterAll
    static void allThreads() {
        Engine.setThreads(THREADS);
    }

    private static Lab.Outcome density(String... words) {
        return Lab.run("density " + String.join(" ", words));
    }

    @Test
    @DisplayName("A run prints its figures and draws them; --all runs the same once and gives the same figures")
    void runs() throws IOException {
        Path figure = folder.resolve("moons.png");
        Lab.Outcome run = density("--data moons --json", TINY, "--figure " + figure);
        assertEquals(0, run.code(), run.err());
        Cells<DensityExperiment, Result> printed = DensityExperiment.store(folder.resolve("printed"));
        Files.createDirectories(printed.folder());
        Files.writeString(printed.file("moons", 1), run.out());
        Cell<DensityExperiment, Result> cell = printed.all().get(0);
        assertEquals(run.out().strip(), cell.json());
        assertEquals(Toy2d.MOONS, cell.spec().set());
        assertEquals(DensityMethod.ED_GRID, cell.spec().method());
        assertEquals("cpu", cell.provenance().device());
        assertEquals(Machine.describe(), cell.provenance().machine());
        assertEquals(Build.commit(), cell.provenance().commit());
        // Three steps from the start nothing is learned: the uniform distribution has 12 ln 10 = 27.6, and U is within
        // a few of
        // it.
        assertEquals(12 * Math.log(10), cell.result().nll().value(), 3);
        assertTrue(cell.result().excess().value() > 0);

        BufferedImage image = ImageIO.read(figure.toFile());
        assertEquals(820, image.getWidth());
        assertEquals(400, image.getHeight());

        Path cells = folder.resolve("cells");
        Lab.Outcome first = density("--all --data moons", TINY, "--results " + cells);
        assertEquals(0, first.code(), first.err());
        Path same = cells.resolve("moons-10-ed-grid-seed=1.json");
        assertEquals(cell.result(), DensityExperiment.store(cells).all().get(0).result());
        String written = Files.readString(same);
        Lab.Outcome second = density("--all --data moons", TINY, "--results " + cells);
        assertEquals("", second.err()); // nothing was run
        assertEquals(first.out(), second.out());
        assertEquals(written, Files.readString(same));

        Lab.Outcome other = density("--all --data moons", TINY.replace("--steps 3", "--steps 4"), "--results " + cells);
        assertEquals(2, other.code());
        assertTrue(
                other.err().contains("seed=1.json was made with other settings: steps 3, asked for 4;"), other.err());
        assertEquals(written, Files.readString(same));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("Samplers draw from exp(−U), by enumeration of four spins, and the same from the same stream")
    void samplers(DensitySampler sampler) {
        double[][] coupling = {{0, 0.4, 0, -0.2}, {0.4, 0, 0.1, 0}, {0, 0.1, 0, 0.3}, {-0.2, 0, 0.3, 0}};
        int count = 10_000;
        try (Energy energy = new QuadraticEnergy(Device.CPU, coupling)) {
            int[][] all = IntStream.range(0, 16)
                    .mapToObj(i ->
                            IntStream.range(0, 4).map(bit -> (i >> bit) & 1).toArray())
                    .toArray(int[][]::new);
            double[] law = Arrays.stream(Energies.of(energy, all))
                    .map(each -> Math.exp(-each))
                    .toArray();
            double total = Arrays.stream(law).sum();
            int[][] samples = sampler.samples(energy, count, 20, RandomStream.of(1));
            assertEquals(count, samples.length);
            double[] seen = new double[16];
            for (int[] row : samples) {
                seen[row[0] + 2 * row[1] + 4 * row[2] + 8 * row[3]] += total / count;
            }
            // Five deviations of a share, √(p(1 − p)/10,000) ≤ 0.004: a false alarm in 10⁵ seeds; this one is fixed.
            assertArrayEquals(law, seen, 0.02 * total);
            assertArrayEquals(samples, sampler.samples(energy, count, 20, RandomStream.of(1)));
        }
    }

    @Test
    @DisplayName("The tables show published figures, ours with standard errors, the floor and what is above it")
    void tables() throws IOException {
        write(Toy2d.MOONS, 2, DensityMethod.ED_BERN, 19.75, 0.0421);
        write(Toy2d.MOONS, 2, DensityMethod.PCD, 19.85, 0.1421);
        write(Toy2d.CIRCLES, 5, DensityMethod.ED_GRID, 24.2, 0.01);
        Path file = folder.resolve("density.md");
        Files.writeString(file, "Kept.\n\n" + DensityCommand.MARKER + "\nold");
        Lab.Outcome run = density(
                "--all --data moons --method ed-bern,pcd --steps 6000 --batch 512 --rate 0.003 --results " + folder,
                "-o " + file);
        assertEquals(0, run.code(), run.err());
        List<String> lines = run.out().lines().toList();
        for (String line : List.of(
                "| NLL, nats | 2spirals | 8gaussians | circles | moons | pinwheel | swissroll | checkerboard |",
                "| ED-Bern (published) | 20.039 | 19.992 | 20.601 | 19.710 | 19.568 | 20.084 | 20.679 |",
                "| ED-Bern (ours) | – | – | – | 19.750 ± 0.002 | – | – | – |",
                "| PCD (ours) | – | – | – | 19.850 ± 0.002 | – | – | – |",
                "| **entropy of the data, the floor** (ours) | – | – | – | **19.700 ± 0.001** | – | – | – |",
                "| ED-Bern above the floor (ours) | – | – | – | 0.0421 ± 0.0010 | – | – | – |",
                "| ED-Grid (published) | 0.097 | -0.066 | 0.022 | 0.018 | 0.351 | 0.097 | 2.049 |",
                "| ED-Bern (ours) | – | – | – | 0.30 ± 0.10 | – | – | – |",
                "### 5 states",
                "| ED-Grid (ours) | – | – | 24.200 ± 0.002 | – | – | – | – |",
                "| 2 | PCD | 6000 | 512 | 32 | 0.003 | 1 | 1.0 | gibbs | – | a machine, on a device |")) {
            assertTrue(lines.contains(line), line + " is not in\n" + run.out());
        }
        String written = Files.readString(file);
        assertTrue(
                written.startsWith("Kept.\n\n" + DensityCommand.MARKER + "\n\nCommand: `./calor lab density --all "));
        assertTrue(written.endsWith(run.out()));
    }

    private void write(Toy2d set, int states, DensityMethod method, double nll, double excess) throws IOException {
        Estimate likelihood = new Estimate(nll, 0.002);
        Result result = new Result(
                likelihood,
                likelihood,
                new Estimate(19.7, 0.001),
                new Estimate(excess, 0.001),
                new Estimate(3e-5, 1e-5));
        DensityExperiment run =
                new DensityExperiment(set, states, method, 6000, 512, 0.003, 32, 1, 1, DensitySampler.GIBBS);
        DensityExperiment.store(folder).write(run.name(), 1, new Cell<>(run, result, null, Lab.SOMEWHERE));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "--data nowhere; 'nowhere' is not a toy set: give one of 2spirals, 8gaussians",
                "--data moons --states 3; it has 2, 5 and 10",
                "--data moons --method x; method 'x' is not one of ed-bern, ed-grid, cd, pcd",
                "--data moons --effort 0; evaluation effort 0.0: allowed are numbers above 0",
                "--data moons --sampler x; sampler 'x' is not one of gibbs, rejection",
                "--steps 5; --data is missing: name a set, or give --all",
                "--data moons,circles; belong to --all",
                "--data moons -o x.md; belong to --all",
                "--all --json; leave out --all",
                "--all --states 2,5 --figure x.png; one method at one number of states",
            })
    @DisplayName("What is not allowed is refused with exit code 2 and what is")
    void refused(String words, String part) {
        Lab.Outcome outcome = density(words);
        assertEquals(2, outcome.code(), outcome.err());
        assertTrue(outcome.err().contains(part), outcome.err());
        assertEquals("", outcome.out());
    }
}
