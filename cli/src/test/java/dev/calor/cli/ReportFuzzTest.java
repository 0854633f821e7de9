package dev.calor.cli;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.calor.table.SharedDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A report on any two tables is written, or one of them refused in words: never a defect. {@code lab/fuzz} looks for more. */
class ReportFuzzTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    /** Loads DuckDB and XGBoost, which takes seconds that belong to no input, and none of our own classes: Jazzer would break records. */
    @BeforeAll
    static void start() throws SQLException, XGBoostError {
        DriverManager.getConnection("jdbc:duckdb:").close();
        new DMatrix(new float[] {1}, 1, 1, 0).dispose();
    }

    /** Made for the first input, for the same reason, and then kept: looking for all commands takes longer than a small report. */
    private static final class Held {
        static final CommandLine COMMANDS = Main.commandLine();
    }

    /** The first half of the lines is the real table, the second half the synthetic one, after the same header. */
    @FuzzTest
    void report(byte[] bytes) throws IOException {
        SharedDatabase.openIfAsked();
        int header = afterLine(bytes, 0);
        int half = afterLine(bytes, header + (bytes.length - header) / 2);
        Path real = folder.resolve("real.csv");
        Path synthetic = folder.resolve("synthetic.csv");
        Files.write(real, Arrays.copyOf(bytes, half));
        Files.write(synthetic, joined(Arrays.copyOf(bytes, header), Arrays.copyOfRange(bytes, half, bytes.length)));
        Path page = folder.resolve("report.html");
        StringWriter err = new StringWriter();
        int code = Held.COMMANDS
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute("report", real.toString(), synthetic.toString(), "-o", page.toString(), "--fast", "--force");
        if (code != 0 && code != 2) {
            throw new AssertionError(code + ": " + err);
        }
    }

    /** Where the line ends in which a place lies. */
    private static int afterLine(byte[] bytes, int place) {
        int end = place;
        while (end < bytes.length && bytes[end] != '\n') {
            end++;
        }
        return Math.min(bytes.length, end + 1);
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
