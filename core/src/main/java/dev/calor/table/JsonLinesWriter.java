package dev.calor.table;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Writes JSON objects, one per line; missing values are null. */
final class JsonLinesWriter {
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?");

    private JsonLinesWriter() {}

    static void write(Table table, Writer out) throws IOException {
        List<ColumnSchema> schemas = table.schema().columns();
        List<CellText> cells = new ArrayList<>();
        List<NativeType> types = new ArrayList<>();
        List<Boolean> numbers = new ArrayList<>(); // in the source
        for (int k = 0; k < schemas.size(); k++) {
            cells.add(CellText.plain(schemas.get(k), table.columns().get(k)));
            types.add(NativeType.of(schemas.get(k)));
            numbers.add(StoredType.isNumber(schemas.get(k).stored()));
        }
        JsonFactory factory = new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        try (JsonGenerator json = factory.createGenerator(out)) {
            json.setRootValueSeparator(null);
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
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
                            default -> {
                                if (numbers.get(k) && NUMBER.matcher(text).matches()) {
                                    json.writeNumber(text);
                                } else {
                                    json.writeString(text);
                                }
                            }
                        }
                    }
                }
                json.writeEndObject();
                json.writeRaw('\n');
            }
        }
    }
}
