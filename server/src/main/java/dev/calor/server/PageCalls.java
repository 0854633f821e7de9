package dev.calor.server;

import dev.calor.report.ReportPage;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** The page: a handful of files that come with the program, served by their exact names. */
final class PageCalls {
    private static final String JAVASCRIPT = "text/javascript; charset=utf-8";

    /** Path and type of every file. */
    static final Map<String, String> FILES = Map.ofEntries(
            Map.entry("/", "text/html; charset=utf-8"),
            Map.entry("/style.css", "text/css; charset=utf-8"),
            Map.entry("/report.css", "text/css; charset=utf-8"),
            Map.entry("/icon.svg", "image/svg+xml"),
            Map.entry("/openapi.json", "application/json; charset=utf-8"),
            Map.entry("/app.js", JAVASCRIPT),
            Map.entry("/api.js", JAVASCRIPT),
            Map.entry("/chart.js", JAVASCRIPT),
            Map.entry("/conditions.js", JAVASCRIPT),
            Map.entry("/dom.js", JAVASCRIPT),
            Map.entry("/home.js", JAVASCRIPT),
            Map.entry("/job.js", JAVASCRIPT),
            Map.entry("/model.js", JAVASCRIPT),
            Map.entry("/table.js", JAVASCRIPT),
            Map.entry("/whatif.js", JAVASCRIPT));

    void send(Context request, String path) throws IOException {
        String name = path.equals("/") ? "index.html" : path.substring(1);
        // The report's style sheet, which the page shares.
        Class<?> owner = name.equals("report.css") ? ReportPage.class : PageCalls.class;
        String place = name.equals("report.css") ? name : "page/" + name;
        try (InputStream in = owner.getResourceAsStream(place)) {
            if (in == null) {
                throw new IOException(name + " is not on the class path");
            }
            request.contentType(String.valueOf(FILES.get(path))).result(in.readAllBytes());
        }
    }
}
