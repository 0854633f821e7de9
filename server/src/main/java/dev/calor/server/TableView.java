package dev.calor.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.calor.table.RowStream;
import dev.calor.table.Schema;
import dev.calor.table.SchemaFile;
import dev.calor.table.Table;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What the columns of a stored table are.
 *
 * @param schema as {@code calor schema} writes it
 * @param columns the distributions of their values
 * @param rows the first few
 */
record TableView(JsonNode schema, List<ColumnView> columns, List<JsonNode> rows) {
    private static final int SHOWN = 5;

    static TableView of(Table table) throws IOException {
        return new TableView(Json.tree(SchemaFile.text(table.schema())), ColumnView.of(table), first(table, SHOWN));
    }

    /** The first rows of a table as JSON objects. */
    static List<JsonNode> first(Table table, int count) throws IOException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        try (RowStream out = RowStream.to(lines, "jsonl")) {
            out.write(table.rows(0, Math.min(count, table.rows())));
        }
        List<JsonNode> rows = new ArrayList<>();
        for (String line : lines.toString(StandardCharsets.UTF_8).lines().toList()) {
            rows.add(Json.tree(line));
        }
        return rows;
    }

    Schema parsed() {
        return SchemaFile.parse("the schema", Json.text(schema));
    }
}
