package dev.calor.lab.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.calor.cli.CalorCommand;
import dev.calor.random.RandomStream;
import dev.calor.train.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Kills the server without warning during fits, uploads and samples, starts it again each time, and looks for what was lost, half
 * written or left behind.
 */
@Command(
        name = "kill",
        description = "Kill the server without warning, again and again, and look at what is left.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ServerKillCommand implements CalorCommand {
    private static final double FIT_SECONDS = 4;
    private static final int UPLOAD_ROWS = 150_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Option(names = "--kills", defaultValue = "30", description = "How many (default: ${DEFAULT-VALUE}).")
    private int kills;

    @Option(names = "--seed", defaultValue = "1", description = "Seed of the moments (default: ${DEFAULT-VALUE}).")
    private long seed;

    /** What the server acknowledged, and must have from then on. */
    private final Set<String> jobs = new HashSet<>();

    private final ConcurrentLinkedQueue<String> tables = new ConcurrentLinkedQueue<>();

    private final List<String> wrong = new ArrayList<>();
    private final AtomicInteger brokenUploads = new AtomicInteger();
    private final AtomicInteger brokenSamples = new AtomicInteger();

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Path home = Files.createTempDirectory("calor-kill");
        ServerChild server = new ServerChild(home);
        String table = server.json("POST", "/api/tables/example", "").get("id").asText();
        tables.add(table);
        String model = order(server, table);
        server.await(model);
        byte[] upload = upload();
        for (int kill = 0; kill < kills; kill++) {
            RandomStream random = RandomStream.of(seed).child("kill").child(kill);
            switch (kill % 3) {
                case 0 -> order(server, table);
                case 1 -> beside(server, running -> send(running, upload));
                default -> beside(server, running -> sample(running, model));
            }
            ServerChild.sleep(100 + random.nextInt(kill % 3 == 0 ? 6000 : 1500));
            server.kill();
            server = new ServerChild(home);
            check(server, home, kill);
        }
        finish(server, home);
        out.println("| what | figure |");
        out.println("|---|---|");
        out.println("| kills, a third each during fit, upload and sample | " + kills + " |");
        out.println("| jobs ordered, and done in the end | " + jobs.size() + " |");
        out.println("| tables that the server acknowledged, and still has | " + tables.size() + " |");
        out.println("| uploads that a kill broke off | " + brokenUploads + " |");
        out.println("| samples that a kill broke off | " + brokenSamples + " |");
        out.println("| lost, half-written or left behind | " + (wrong.isEmpty() ? "nothing" : wrong) + " |");
        out.println();
        out.println(Machine.describe());
        out.flush();
        return wrong.isEmpty() ? 0 : 1;
    }

    private interface Call {
        void run(ServerChild server) throws IOException;
    }

    /** Makes a call that will be broken off. */
    private static void beside(ServerChild server, Call call) {
        Thread thread = new Thread(
                () -> {
                    try {
                        call.run(server);
                    } catch (IOException brokenOff) {
                        // as intended; what was counted says how often
                    }
                },
                "beside");
        thread.setDaemon(true);
        thread.start();
    }

    private String order(ServerChild server, String table) throws IOException {
        String job = server.fit(table, FIT_SECONDS);
        jobs.add(job);
        return job;
    }

    private static byte[] upload() {
        StringBuilder text = new StringBuilder("number,level\n");
        RandomStream random = RandomStream.of(3);
        for (int row = 0; row < UPLOAD_ROWS; row++) {
            text.append(random.nextInt(1_000_000))
                    .append(",level ")
                    .append(random.nextInt(9))
                    .append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void send(ServerChild server, byte[] upload) throws IOException {
        brokenUploads.incrementAndGet();
        HttpResponse<byte[]> answer = server.send("POST", "/api/tables?name=large.csv", upload);
        if (answer.statusCode() == 201) {
            brokenUploads.decrementAndGet();
            tables.add(new String(answer.body(), StandardCharsets.UTF_8).replaceFirst(".*?\"id\":\"(\\w+)\".*", "$1"));
        }
    }

    private void sample(ServerChild server, String model) throws IOException {
        brokenSamples.incrementAndGet();
        server.send("POST", "/api/models/" + model + "/sample", "{\"rows\":5000}".getBytes(StandardCharsets.UTF_8));
        brokenSamples.decrementAndGet();
    }

    private void check(ServerChild server, Path home, int kill) throws IOException {
        Set<String> found = new HashSet<>();
        for (JsonNode job : server.json("GET", "/api/jobs", "")) {
            found.add(job.get("id").asText());
            if (job.at("/status/state").asText().equals("failed")) {
                wrong.add("after kill " + kill + " a job failed: " + job.at("/status/message"));
            }
        }
        for (String job : jobs) {
            if (!found.contains(job)) {
                wrong.add("after kill " + kill + " a job is lost");
            }
        }
        for (String table : tables) {
            server.json("GET", "/api/tables/" + table + "/columns", "");
        }
        List<Path> litter = litter(home);
        if (!litter.isEmpty()) {
            wrong.add("after kill " + kill + " there is " + litter);
        }
    }

    /** What should not exist: temporary folders, half-written files, folders without their description. */
    private static List<Path> litter(Path home) throws IOException {
        List<Path> litter = new ArrayList<>();
        try (Stream<Path> temporary = Files.list(home.resolve("tmp"))) {
            temporary.forEach(litter::add);
        }
        try (Stream<Path> places = Files.list(home.resolve("tables"))) {
            places.filter(place -> !Files.exists(place.resolve("table.json"))).forEach(litter::add);
        }
        try (Stream<Path> places = Files.list(home.resolve("models"))) {
            places.filter(place -> !Files.exists(place.resolve("about.json"))).forEach(litter::add);
        }
        return litter;
    }

    private void finish(ServerChild server, Path home) throws IOException {
        for (String job : jobs) {
            server.await(job);
            HttpResponse<byte[]> answer = server.send(
                    "POST", "/api/models/" + job + "/sample", "{\"rows\":3}".getBytes(StandardCharsets.UTF_8));
            if (answer.statusCode() != 200) {
                wrong.add("the model of a job that is done does not sample: " + answer.statusCode());
            }
        }
        server.close();
        wrong.addAll(litter(home).stream().map(Path::toString).toList());
        try (Stream<Path> all = Files.walk(home)) {
            all.filter(path -> path.getFileName().toString().endsWith(".part"))
                    .forEach(part -> wrong.add(part + " is half-written"));
        }
    }
}
