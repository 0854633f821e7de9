package dev.calor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The OpenAPI text against what the handlers do: the same routes, and answers of the shapes it promises. */
class OpenApiTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private Running server;

    @SuppressWarnings("NullAway.Init")
    private JsonNode document;

    private final Set<String> tried = new TreeSet<>();

    @BeforeEach
    void start() throws IOException {
        server = new Running(folder);
        document = server.json(200, "GET", "/openapi.json", null);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Set<String> documented() {
        Set<String> all = new TreeSet<>();
        for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
            path.getValue()
                    .fieldNames()
                    .forEachRemaining(method -> all.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey()));
        }
        return all;
    }

    @Test
    @DisplayName("It has every route and no other, the files of the page aside")
    void routes() {
        Set<String> own = server.server.routes().stream()
                .filter(route -> !PageCalls.FILES.containsKey(route.replaceFirst("^GET ", "")))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(own, documented());
        assertEquals("3.1.0", document.get("openapi").asText());
    }

    /** Makes a call and checks the answer against the document; returns it. */
    private JsonNode check(int status, String method, String route, String id, String query, @Nullable String body)
            throws IOException {
        tried.add(method + " " + route);
        HttpResponse<byte[]> answer = server.call(
                method,
                route.replace("{id}", id) + query,
                body,
                "Accept",
                route.endsWith("/events") ? "text/event-stream" : "*/*");
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        assertEquals(status, answer.statusCode(), method + " " + route + ": " + text);
        JsonNode responses = document.at(
                "/paths/" + route.replace("/", "~1") + "/" + method.toLowerCase(Locale.ROOT) + "/responses");
        JsonNode promised = responses.has(Integer.toString(status))
                ? responses.get(Integer.toString(status))
                : responses.get("default");
        String type = answer.headers().firstValue("Content-Type").orElse("").replaceFirst(";.*", "");
        if (status == 204) {
            assertEquals("", text);
            return document;
        }
        assertTrue(promised.path("content").has(type), method + " " + route + " answers " + type);
        if (!type.equals("application/json")) {
            return document;
        }
        JsonNode value = Json.tree(text);
        Set<ValidationMessage> wrong =
                schema(promised.at("/content/application~1json/schema")).validate(value);
        assertEquals(Set.of(), wrong, method + " " + route + ": " + text);
        return value;
    }

    /** A schema of the document, with the components it refers to. */
    private JsonSchema schema(JsonNode part) {
        ObjectNode whole = Json.MAPPER.createObjectNode();
        whole.setAll((ObjectNode) part.deepCopy());
        whole.set("components", document.get("components"));
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(whole);
    }

    @Test
    @DisplayName("Every call and every refusal answers as documented")
    void answers() throws IOException {
        String people = People.csv(80);
        check(200, "GET", "/health", "", "", null);
        check(200, "GET", "/metrics", "", "", null);
        check(204, "POST", "/api/session", "", "", "{\"token\":\"any\"}");
        String table = check(201, "POST", "/api/tables", "", "?name=p.csv", people)
                .get("id")
                .asText();
        String example = check(201, "POST", "/api/tables/example", "", "", null)
                .get("id")
                .asText();
        check(200, "GET", "/api/tables", "", "", null);
        check(200, "GET", "/api/tables/{id}", table, "", null);
        JsonNode columns = check(200, "GET", "/api/tables/{id}/columns", table, "", null);
        check(
                200,
                "PUT",
                "/api/tables/{id}/schema",
                table,
                "",
                columns.get("schema").toString());
        check(200, "PATCH", "/api/tables/{id}/schema", table, "", "{\"column\":\"age\",\"type\":\"ordinal\"}");
        check(200, "GET", "/api/tables/{id}/costs", table, "", null);
        check(204, "DELETE", "/api/tables/{id}", example, "", null);
        String fit = "{\"kind\":\"fit\",\"table\":\"" + table + "\",\"preset\":\"fast\",\"seconds\":300}";
        String model = check(202, "POST", "/api/jobs", "", "", fit).get("id").asText();
        while (!check(200, "GET", "/api/jobs/{id}", model, "", null)
                .at("/status/state")
                .asText()
                .equals("running")) {
            Running.pause();
        }
        check(200, "POST", "/api/jobs/{id}/stop", model, "", null);
        check(200, "GET", "/api/jobs/{id}/events", model, "", null); // until it ends
        uses(model, people);
        check(404, "GET", "/api/models/{id}", "000000000000", "", null);
        check(400, "POST", "/api/models/{id}/sample", model, "", "{\"rows\":");
        check(422, "POST", "/api/models/{id}/classify", model, "?name=p.csv&target=nobody", people);
        check(204, "DELETE", "/api/jobs/{id}", model, "", null);
        check(204, "DELETE", "/api/models/{id}", model, "", null);
        assertEquals(documented(), tried, "every call was tried");
    }

    private void uses(String model, String people) throws IOException {
        check(200, "GET", "/api/jobs", "", "", null);
        check(200, "GET", "/api/models", "", "", null);
        check(200, "GET", "/api/models/{id}", model, "", null);
        check(200, "POST", "/api/models/{id}/sample", model, "", "{\"rows\":4}");
        check(200, "POST", "/api/models/{id}/impute", model, "?name=p.csv", people);
        check(200, "POST", "/api/models/{id}/score", model, "?name=p.csv&format=jsonl", people);
        check(200, "POST", "/api/models/{id}/classify", model, "?name=p.csv&target=sex&format=tsv", people);
        check(200, "POST", "/api/models/{id}/what-if", model, "", "{\"set\":{},\"draws\":16}");
        check(200, "GET", "/api/models/{id}/file", model, "", null);
        check(422, "POST", "/api/models", "", "", "rubbish");
        String report = "{\"kind\":\"report\",\"model\":\"" + model + "\",\"rows\":30}";
        String job = check(202, "POST", "/api/jobs", "", "", report).get("id").asText();
        server.await(job);
        check(200, "GET", "/api/jobs/{id}/report.html", job, "", null);
        check(200, "GET", "/api/jobs/{id}/report.json", job, "", null);
        check(200, "GET", "/api/jobs/{id}/synthetic.csv", job, "", null);
    }
}
