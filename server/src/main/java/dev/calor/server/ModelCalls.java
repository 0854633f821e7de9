package dev.calor.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.calor.cli.ModelCard;
import dev.calor.table.SchemaFile;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;

/** The API calls for models: their list, and their files. */
final class ModelCalls {
    private final ModelStore models;
    private final LoadedModels loaded;
    private final Limits limits;

    ModelCalls(ModelStore models, LoadedModels loaded, Limits limits) {
        this.models = models;
        this.loaded = loaded;
        this.limits = limits;
    }

    /** A model with its content. */
    record Detail(StoredModel model, JsonNode schema, Map<String, String> card) {}

    void list(Context request) {
        Reply.json(request, 200, models.list());
    }

    void get(Context request) throws IOException {
        StoredModel stored = models.get(request.pathParam("id"));
        try (LoadedModels.Lease lease = loaded.lease(stored.id())) {
            Reply.json(
                    request,
                    200,
                    new Detail(
                            stored,
                            Json.tree(SchemaFile.text(lease.model().schema())),
                            ModelCard.of(lease.model(), models.file(stored))));
        }
    }

    /** The body is a model file. */
    void add(Context request) throws IOException {
        if (request.contentLength() > limits.upload()) {
            throw Upload.tooLarge(limits.upload());
        }
        Reply.json(request, 201, models.add(Query.stream(request), Query.text(request, "name")));
    }

    void file(Context request) throws IOException {
        StoredModel stored = models.get(request.pathParam("id"));
        request.header("Content-Disposition", "attachment; filename=\"model-" + stored.id() + ".calor\"");
        request.contentType("application/zip").result(Files.newInputStream(models.file(stored)));
    }

    void delete(Context request) throws IOException {
        models.delete(request.pathParam("id"));
        request.status(204);
    }
}
