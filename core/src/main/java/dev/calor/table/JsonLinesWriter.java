package dev.calor.table;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** Writes JSON objects, one a line; missing values are null. */
final class JsonLinesWriter {
    private JsonLinesWriter() {}

    static void write(Table table, Writer out) throws IOException {
        List<ColumnSchema> schemas = table.schema().columns();
        List<CellText> cells = new ArrayList<>();
        List<NativeType> types = new ArrayList<>();
        for (int k = 0; k < schemas.size(); k++) {
            cells.add(CellText.of(schemas.get(k), table.columns().get(k)));
            types.add(NativeType.of(schemas.get(k)));
        }
        JsonFactory factory = new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        try (JsonGenerator json = factory.createGenerator(out)) {
            json.setRootValueSeparator(null);
            for (int row = 0; row < table.rows(); row++) {
                json.writeStartObject();
                for (int k = 0; k < cells.size(); k++) {
                    json.writeFieldName(schemas.get(k).name());
                    String text = cells.get(k).of(row);
                    if (text == null) {
                        json.writeNull();
                    } else {
                        switch (types.get(k)) {
                            case DOUBLE, BIGINT -> json.writeNumber(text);
                            case BOOLEAN -> json.writeBoolean(text.equals("true"));
                            default -> json.writeString(text);
                        }
                    }
                }
                json.writeEndObject();
                json.writeRaw('\n');
            }
        }
    }
}
