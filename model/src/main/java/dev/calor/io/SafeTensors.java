package dev.calor.io;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.calor.tensor.HostTensor;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Named tensors and text in one file, in the safetensors format: eight bytes of header length, a JSON header, then the numbers.
 */
public final class SafeTensors {
    private static final String METADATA = "__metadata__";
    /** As the format demands; also keeps a foreign file from being taken for a huge header. */
    private static final long LONGEST_HEADER = 100_000_000;

    private final Map<String, HostTensor> tensors;
    private final Map<String, String> metadata;

    public SafeTensors(Map<String, HostTensor> tensors, Map<String, String> metadata) {
        this.tensors = tensors;
        this.metadata = metadata;
    }

    public Map<String, HostTensor> tensors() {
        return tensors;
    }

    public Map<String, String> metadata() {
        return metadata;
    }

    /** Writes a file, whole or not at all. */
    public void write(Path file) throws IOException {
        WholeFile.write(file, this::write);
    }

    /** Writes to a stream, which stays open. */
    public void write(OutputStream stream) throws IOException {
        byte[] header = header();
        stream.write(ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(header.length)
                .array());
        stream.write(header);
        for (HostTensor tensor : tensors.values()) {
            stream.write(tensor.bytes());
        }
    }

    private byte[] header() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
            json.writeStartObject();
            json.writeObjectFieldStart(METADATA);
            for (Map.Entry<String, String> entry : metadata.entrySet()) {
                json.writeStringField(entry.getKey(), entry.getValue());
            }
            json.writeEndObject();
            long offset = 0;
            for (Map.Entry<String, HostTensor> entry : tensors.entrySet()) {
                HostTensor tensor = entry.getValue();
                json.writeObjectFieldStart(entry.getKey());
                json.writeStringField("dtype", tensor.type().name());
                json.writeFieldName("shape");
                json.writeArray(tensor.shape(), 0, tensor.shape().length);
                json.writeFieldName("data_offsets");
                json.writeArray(new long[] {offset, offset + tensor.bytes().length}, 0, 2);
                json.writeEndObject();
                offset += tensor.bytes().length;
            }
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    /** Reads a file. */
    public static SafeTensors read(Path file) throws IOException {
        try (InputStream stream = new BufferedInputStream(Files.newInputStream(file))) {
            return read(stream, file.toString());
        }
    }

    /** Reads from a stream; {@code file} is what errors call it. */
    public static SafeTensors read(InputStream source, String file) throws IOException {
        DataInputStream stream = new DataInputStream(source);
        try {
            long length = Long.reverseBytes(stream.readLong());
            if (length < 2 || length > LONGEST_HEADER) {
                throw new IOException(file + ": not a checkpoint (its header would be " + length + " bytes long)");
            }
            Map<String, String> metadata = new LinkedHashMap<>();
            List<Entry> entries = entries(stream.readNBytes((int) length), metadata);
            Map<String, HostTensor> tensors = new LinkedHashMap<>();
            for (Entry entry : entries) {
                tensors.put(
                        entry.name, new HostTensor(entry.type, entry.shape, readFully(stream, entry.bytes(), file)));
            }
            return new SafeTensors(tensors, metadata);
        } catch (EOFException | JacksonException | IllegalArgumentException broken) {
            throw new IOException(file + ": not a checkpoint, or cut short (" + broken.getMessage() + ")", broken);
        }
    }

    private static byte[] readFully(InputStream stream, long length, String file) throws IOException {
        byte[] bytes = stream.readNBytes(Math.toIntExact(length));
        if (bytes.length < length) {
            throw new IOException(file + ": cut short; the file is damaged, take an earlier one");
        }
        return bytes;
    }

    /** A tensor as the header announces it. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Entry(String name, HostTensor.Type type, long[] shape, long start, long end) {
        long bytes() {
            return end - start;
        }
    }

    /** Tensors in the order of their bytes. */
    private static List<Entry> entries(byte[] header, Map<String, String> metadata) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (JsonParser json = new JsonFactory().createParser(header)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                if (name.equals(METADATA)) {
                    while (json.nextToken() == JsonToken.FIELD_NAME) {
                        metadata.put(json.currentName(), json.nextTextValue());
                    }
                } else {
                    entries.add(entry(name, json));
                }
            }
        }
        entries.sort(Comparator.comparingLong(Entry::start));
        return entries;
    }

    private static Entry entry(String name, JsonParser json) throws IOException {
        HostTensor.Type type = HostTensor.Type.F32;
        List<Long> shape = new ArrayList<>();
        List<Long> offsets = new ArrayList<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            json.nextToken();
            if (field.equals("dtype")) {
                type = HostTensor.Type.valueOf(json.getText());
            } else {
                List<Long> numbers = field.equals("shape") ? shape : offsets;
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    numbers.add(json.getLongValue());
                }
            }
        }
        return new Entry(
                name, type, shape.stream().mapToLong(Long::longValue).toArray(), offsets.get(0), offsets.get(1));
    }
}
