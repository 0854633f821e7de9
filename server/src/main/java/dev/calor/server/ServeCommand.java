package dev.calor.server;

import dev.calor.cli.CalorCommand;
import dev.calor.cli.Version;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.URL;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Starts the web page and the REST API. */
@Command(
        name = "serve",
        description = "Start a web page, and a REST API behind it, on this machine.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footer = {
            "",
            "Only programs on this machine can reach it, unless --host says otherwise; then --token, or CALOR_TOKEN in the",
            "environment, is needed, and a proxy with TLS before it: tokens and tables travel in the clear.",
            "",
            "Ctrl-C ends it; a fit that was running is resumed at the next start with the same --home.",
            "",
            "Examples:",
            "  calor serve",
            "  calor serve --port 8080 --home /var/lib/calor"
        })
public final class ServeCommand implements CalorCommand {
    private static final int SHORTEST_TOKEN = 16;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address to listen on (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String host;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "7171",
            description = "Port; 0 for any that is free (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--home",
            paramLabel = "FOLDER",
            defaultValue = "calor-home",
            description = "Where tables, models and jobs are kept (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Path home;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            defaultValue = "${env:CALOR_TOKEN}",
            description = "Token that clients must send (default: that in CALOR_TOKEN). Needed for any other --host.")
    private @Nullable String token;

    @Option(
            names = "--allow-host",
            paramLabel = "NAME",
            description = "Another name this server is called by, such as that of a proxy; repeat it for several.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--cors",
            paramLabel = "ORIGIN",
            description = "A site whose pages may use the API, such as https://example.org.")
    private @Nullable String cors;

    @Option(names = "--check", description = "Start, request the page once, and end.")
    private boolean check;

    @Mixin
    private LimitOptions limits = new LimitOptions();

    @Override
    public Integer call() throws IOException {
        InetAddress address = address();
        checkToken(address);
        Guard guard = new Guard(names(address), token, cors);
        PrintWriter err = spec.commandLine().getErr();
        PrintWriter out = spec.commandLine().getOut();
        Server server = new Server(home, limits.limits(), guard, new Version().getVersion()[0], err::println);
        if (check) {
            try (server) {
                ask(server.start(host, port));
            }
            return 0;
        }
        System.setProperty(
                "java.io.tmpdir", server.temporary().toString()); // what a killed server leaves is swept with it
        int bound = server.start(host, port);
        out.println("Calor is at http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + bound + "/");
        out.flush();
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server, err), "calor-shutdown"));
        try {
            ended.await();
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    /** Requests the page and its files, as a browser does. */
    private void ask(int bound) throws IOException {
        List<String> paths = new ArrayList<>(PageCalls.FILES.keySet());
        paths.add("/health");
        for (String path : paths) {
            try (InputStream answer = new URL("http", host, bound, path).openStream()) {
                answer.readAllBytes();
            }
        }
    }

    private static void close(Server server, PrintWriter err) {
        try {
            server.close();
        } catch (IOException unclosed) {
            err.println("calor serve: " + unclosed.getMessage());
        }
    }

    private InetAddress address() {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException unknown) {
            throw new ParameterException(
                    spec.commandLine(), "--host '" + host + "' is not an address of this machine", unknown);
        }
    }

    private void checkToken(InetAddress address) {
        if (token != null && token.isEmpty()) {
            token = null;
        }
        if (token == null && !address.isLoopbackAddress()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--host " + host + " lets other machines in: give --token, or CALOR_TOKEN, of at least "
                            + SHORTEST_TOKEN + " characters, and put a proxy with TLS before it");
        }
        if (token != null && token.length() < SHORTEST_TOKEN) {
            throw new ParameterException(
                    spec.commandLine(),
                    "the token has " + token.length() + " characters: at least " + SHORTEST_TOKEN
                            + " are needed; 'openssl rand -hex 24' makes a good one");
        }
    }

    private Set<String> names(InetAddress address) {
        Set<String> all = new HashSet<>();
        for (String name : names) {
            all.add(name.toLowerCase(Locale.ROOT));
        }
        all.add(host.contains(":") ? "[" + host + "]" : host.toLowerCase(Locale.ROOT));
        if (address.isLoopbackAddress() || address.isAnyLocalAddress()) {
            all.addAll(List.of("localhost", "127.0.0.1", "[::1]"));
        }
        return all;
    }
}
