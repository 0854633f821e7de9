package dev.calor.lab.ising;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.dataset.IsingLattice;
import dev.calor.lab.Lab;
import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Cells;
import dev.calor.random.RandomStream;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IsingExperimentTest {
    private static final int THREADS = Engine.threads();

    /** Tensors this small are faster on one thread: more of them wait for each other, for minutes on a busy machine. */
    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1);
    }

    @AfterAll
    static void allThreads() {
        Engine.setThreads(THREADS);
    }

    /** 16 spins: a fit takes a second. */
    private static IsingExperiment small(IsingMethod method, long seed, Double... l1) {
        return new IsingExperiment(4, 0.2, method, 2000, 0, 300, 128, 0.015, 16, 0.1, List.of(l1), 0.05, seed);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("Every method learns a small lattice: RMSE below a fourth of what J = 0 has")
    void learns(IsingMethod method) throws IOException {
        IsingExperiment.Result result = small(method, 1, 1.0).run(Device.CPU);
        // The standard error of an entry is about 1/√(4·2000) = 0.011, and J = 0 has 0.087.
        double blank = new IsingTable.Setting(4, 0.2).blank();
        assertTrue(result.score() > blank + Math.log(4), method + " scores " + result.score() + ", J = 0 " + blank);
        assertEquals(Math.exp(-result.score()), result.rmse(), 1e-12);
        for (int i = 0; i < 16; i++) {
            assertEquals(0, result.coupling()[i][i]);
            for (int j = 0; j < i; j++) {
                assertEquals(result.coupling()[i][j], result.coupling()[j][i]);
            }
        }
    }

    @Test
    @DisplayName("The same seed gives the same couplings, another one others")
    void reproducible() throws IOException {
        double[][] once = small(IsingMethod.ED_GRID, 1, 1.0).run(Device.CPU).coupling();
        double[][] again = small(IsingMethod.ED_GRID, 1, 1.0).run(Device.CPU).coupling();
        double[][] other = small(IsingMethod.ED_GRID, 2, 1.0).run(Device.CPU).coupling();
        for (int i = 0; i < once.length; i++) {
            assertArrayEquals(once[i], again[i]);
        }
        assertNotEquals(once[0][1], other[0][1]);
    }

    @Test
    @DisplayName("Held-out samples refuse a penalty that kills all couplings")
    void choosesPenalty() throws IOException {
        IsingExperiment.Result result =
                small(IsingMethod.PSEUDO_LIKELIHOOD, 1, 1.0, 1000.0).run(Device.CPU);
        assertEquals(1.0, result.l1());
        assertEquals(
                List.of(1000.0, 1.0),
                result.candidates().stream().map(IsingExperiment.Candidate::l1).toList());
    }

    @Test
    @DisplayName("Pseudo-likelihood is the product of the conditionals, summed here from the distribution itself")
    void pseudoLikelihood() {
        IsingLattice lattice = new IsingLattice(2, 0.3);
        double[][] coupling = lattice.coupling();
        int[][] spins = lattice.draw(5, RandomStream.of(1));
        double expected = 0;
        for (int[] x : spins) {
            for (int k = 0; k < 4; k++) {
                int[] flipped = x.clone();
                flipped[k] = -flipped[k];
                expected += Math.log1p(Math.exp(logWeight(coupling, flipped) - logWeight(coupling, x))) / 20;
            }
        }
        int[][] states = Arrays.stream(spins)
                .map(x -> Arrays.stream(x).map(spin -> (spin + 1) / 2).toArray())
                .toArray(int[][]::new);
        assertEquals(expected, IsingExperiment.pseudoLikelihood(coupling, states), 1e-14);
    }

    /** xᵀJx. */
    private static double logWeight(double[][] coupling, int[] x) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < x.length; j++) {
                sum += coupling[i][j] * x[i] * x[j];
            }
        }
        return sum;
    }

    @Test
    @DisplayName("J = 0 has the score the table says")
    void blank() {
        IsingTable.Setting setting = new IsingTable.Setting(5, -0.3);
        double[][] zero = new double[25][25];
        double rmse = IsingExperiment.rmse(zero, new IsingLattice(5, -0.3).coupling());
        assertEquals(-Math.log(rmse), setting.blank(), 1e-12);
    }

    @Test
    @DisplayName("Bad settings are refused, with what is allowed")
    void refused() {
        assertRefused("size is 1, allowed is at least 2", () -> at(1, 100, 0, 1.0));
        assertRefused("samples is 3", () -> at(4, 3, 0, 1.0));
        assertRefused("give --sweeps", () -> at(20, 100, 0, 1.0));
        assertRefused("sweeps is -1", () -> at(4, 100, -1, 1.0));
        assertRefused("L1 coefficients [1.0, -1.0]", () -> at(4, 100, 0, 1.0, -1.0));
        assertRefused("L1 coefficients []", () -> at(4, 100, 0));
        assertRefused("'ed' is not one of ed-bern, ed-grid, pseudo-likelihood, cd, pcd", () -> IsingMethod.named("ed"));
    }

    @Test
    @DisplayName("The command prints an object, draws both matrices, and refuses options that do not go together")
    void command(@TempDir Path folder) throws IOException {
        Path figure = folder.resolve("ising.png");
        Lab.Outcome run =
                Lab.run("ising --size 3 --samples 100 --steps 5 --device cpu --l1 1 --json --figure " + figure);
        assertEquals(0, run.code(), run.err());
        Cells<IsingExperiment, IsingExperiment.Figures> printed = IsingExperiment.store(folder);
        Files.writeString(printed.file("printed", 1), run.out());
        Cell<IsingExperiment, IsingExperiment.Figures> cell = printed.all().get(0);
        assertEquals(IsingMethod.ED_GRID, cell.spec().method());
        assertEquals(List.of(1.0), cell.spec().l1());
        assertEquals(Math.exp(-cell.result().score()), cell.result().rmse(), 1e-12);
        assertEquals(2 * 9 * 4 + 20, ImageIO.read(figure.toFile()).getWidth());
        assertEquals(2, Lab.run("ising --method ed-grid,cd").code());
        assertEquals(2, Lab.run("ising --all --json").code());
    }

    @Test
    @DisplayName("--all writes a cell per lattice, runs none twice, and refuses cells of other settings")
    void all(@TempDir Path folder) throws IOException {
        String command =
                "ising --all --method cd --samples 40 --steps 2 --batch 8 --device cpu --l1 1 --results " + folder;
        Lab.Outcome first = Lab.run(command);
        assertEquals(0, first.code(), first.err());
        assertEquals(7, IsingExperiment.store(folder).all().size());
        assertEquals(first.out(), Lab.run(command).out(), "seconds and all");
        assertEquals(first.out(), Lab.run("ising --table --results " + folder).out());
        Files.delete(folder.resolve("10-0.1-cd-seed=1.json"));
        String gap = Lab.run("ising --table --results " + folder).out();
        assertTrue(gap.contains("| CD (ours) | – | "), gap);
        Lab.run(command);
        Lab.Outcome other = Lab.run(command.replace("--batch 8", "--batch 9"));
        assertEquals(2, other.code());
        assertTrue(
                other.err().contains("10-0.1-cd-seed=1.json was made with other settings: batch 8, asked for 9;"),
                other.err());
    }

    @Test
    @DisplayName("The table has the published rows, ours and the coefficients below them")
    void table() {
        IsingExperiment.Result result = new IsingExperiment.Result(new double[0][0], 5, List.of(), 0.01, 4.605, 12.3);
        Cell<IsingExperiment, IsingExperiment.Figures> cell =
                small(IsingMethod.ED_GRID, 1, 1.0).cell(result, Device.CPU);
        IsingTable.Row row = new IsingTable.Row(IsingMethod.ED_GRID, Collections.nCopies(7, Optional.of(cell)));
        List<String> lines = IsingTable.markdown(List.of(row)).lines().toList();
        assertEquals("| EB-GFN (published) | 6.1 | 5.1 | 3.3 | 2.6 | 2.3 | 5.7 | 5.1 |", lines.get(5));
        assertEquals("| ED-Grid (ours)" + " | 4.61".repeat(7) + " |", lines.get(8));
        assertEquals("| ED-Grid: λ" + " | 5".repeat(7) + " |", lines.get(9));
    }

    private static IsingExperiment at(int size, int samples, int sweeps, Double... l1) {
        return new IsingExperiment(
                size, 0.2, IsingMethod.ED_GRID, samples, sweeps, 10, 16, 0.01, 4, 0.1, List.of(l1), 0.05, 1);
    }

    private static void assertRefused(String part, Executable call) {
        String message = String.valueOf(
                assertThrows(IllegalArgumentException.class, call).getMessage());
        assertTrue(message.contains(part), message);
    }
}
