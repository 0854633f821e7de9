package dev.calor.lab.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Too little disk, too little memory, folders that cannot be written, wrong clocks, signals: each command reports the
 * fault in one line, and an existing file stays.
 *
 * @param full a folder on a small file system; null for none
 * @param clock the library of faketime, with which a clock can jump; null for none
 */
record Faults(Stage stage, @Nullable Path full, @Nullable Path clock) {
    private static final int BLOCK = 4096;
    private static final int BETWEEN_MILLISECONDS = 40;
    private static final List<String> CLOCKS = List.of("+0", "+30y", "-30y", "+1h", "-1h");

    void run(Tally tally) throws IOException {
        expect(tally, "out of memory", stage.child(List.of("-Xmx7m"), stage.fit(kept("memory.calor"))), 1, "memory");
        expect(
                tally,
                "no home, no temporary folder to write",
                stage.child(
                        List.of(
                                "-Duser.home=/nowhere",
                                "-Dorg.bytedeco.javacpp.cachedir="
                                        + stage.folder().resolve("tmp")),
                        stage.sample(kept("homeless.csv"))),
                0,
                "");
        expect(
                tally,
                "no such folder",
                stage.child(
                        List.of(),
                        stage.sample(stage.folder().resolve("nowhere").resolve("x.csv"))),
                2,
                "make it first");
        for (int years : new int[] {-30, 30}) {
            Path part = stage.outputs().resolve(".clock.csv.00000000-0000-0000-0000-000000000000.part");
            Files.writeString(part, "part");
            Files.setLastModifiedTime(part, FileTime.from(Instant.now().plus(Duration.ofDays(365L * years))));
            expect(
                    tally,
                    "a part " + years + " years away",
                    stage.child(List.of(), stage.sample(kept("clock.csv"))),
                    0,
                    "");
            if (Files.exists(part) != years > 0) {
                tally.fail("a part " + years + " years away: " + (years > 0 ? "swept" : "left"));
            }
            Files.deleteIfExists(part);
        }
        disturbed(tally, "stopped and continued", Map.of(), Faults::interrupt);
        if (clock != null) {
            jumpingClock(tally, clock);
        }
        if (full != null) {
            fullDisk(tally, full);
        }
    }

    /** Stops a process and continues it: a system call that it waits in is interrupted. */
    private static void interrupt(Process process) throws IOException, InterruptedException {
        for (String signal : List.of("-STOP", "-CONT")) {
            Thread.sleep(BETWEEN_MILLISECONDS);
            new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        }
    }

    /** The clock goes 30 years ahead and back again, and hours, while commands run. */
    private void jumpingClock(Tally tally, Path library) throws IOException {
        Path time = Files.writeString(stage.folder().resolve("clock"), CLOCKS.get(0));
        int[] jumps = new int[1];
        disturbed(
                tally,
                "a clock that jumps",
                Map.of(
                        "LD_PRELOAD",
                        library.toString(),
                        "FAKETIME_TIMESTAMP_FILE",
                        time.toString(),
                        "FAKETIME_NO_CACHE",
                        "1",
                        "FAKETIME_DONT_FAKE_MONOTONIC",
                        "1"),
                process -> {
                    Thread.sleep(BETWEEN_MILLISECONDS);
                    Files.writeString(time, CLOCKS.get(++jumps[0] % CLOCKS.size()));
                });
        if (jumps[0] < CLOCKS.size()) {
            tally.fail("the clock jumped only " + jumps[0] + " times");
        }
    }

    /** A disturbed fit and a disturbed sample write the bytes of undisturbed ones. */
    private void disturbed(Tally tally, String fault, Map<String, String> environment, Child.Disturbance disturbance)
            throws IOException {
        Path table = kept("quiet.csv");
        Path disturbed = kept("disturbed.csv");
        Path model = kept("disturbed.calor");
        expect(tally, "sample", stage.child(List.of(), stage.sample(table)).run(), 0, "");
        expect(
                tally,
                fault + ", sample",
                stage.child(List.of(), environment, stage.sample(disturbed)).run(disturbance),
                0,
                "");
        expect(
                tally,
                fault + ", fit",
                stage.child(List.of(), environment, stage.fit(model)).run(disturbance),
                0,
                "");
        if (!Scenario.hash(table).equals(Scenario.hash(disturbed))
                || !Scenario.hash(model).equals(Scenario.hash(stage.model()))) {
            tally.fail(fault + ": other bytes than undisturbed");
        }
    }

    /** A file that exists before the command. */
    private Path kept(String name) throws IOException {
        return Files.writeString(stage.outputs().resolve(name), Scenario.OLD);
    }

    private static void expect(Tally tally, String fault, Child child, int code, String word) throws IOException {
        expect(tally, fault, child.run(), code, word);
    }

    private static void expect(Tally tally, String fault, Child.Ended ended, int code, String word) {
        boolean asExpected = ended.code() == code
                && ended.output().contains(word)
                && !ended.output().contains("defect");
        tally.count("faults", asExpected ? "as expected" : "otherwise");
        if (!asExpected) {
            tally.fail(fault + ": exit code " + ended.code() + ", " + ended.output());
        }
    }

    private void fullDisk(Tally tally, Path disk) throws IOException {
        Path model = Files.writeString(disk.resolve("full.calor"), Scenario.OLD);
        Path table = Files.writeString(disk.resolve("full.csv"), Scenario.OLD);
        Path parquet = Files.writeString(disk.resolve("full.parquet"), Scenario.OLD);
        Path filler = disk.resolve("filler");
        try (var out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(new byte[BLOCK]);
            }
        } catch (IOException noSpace) {
            // full now
        }
        expect(tally, "full disk, fit", stage.child(List.of(), stage.fit(model)), 1, "nothing was written");
        expect(tally, "full disk, sample", stage.child(List.of(), stage.sample(table)), 1, "nothing was written");
        expect(tally, "full disk, parquet", stage.child(List.of(), stage.sample(parquet)), 1, "nothing was written");
        for (Path each : List.of(model, table, parquet)) {
            if (!Files.readString(each).equals(Scenario.OLD)) {
                tally.fail("full disk: " + each + " has changed");
            }
        }
        try (Stream<Path> files = Files.list(disk)) {
            List<Path> parts =
                    files.filter(each -> each.toString().endsWith(".part")).toList();
            if (!parts.isEmpty()) {
                tally.fail("full disk: left " + parts);
            }
        }
        Files.delete(filler);
    }
}
