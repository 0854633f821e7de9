package dev.calor.lab.cell;

import dev.calor.table.Column;
import dev.calor.table.Table;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of data as an experiment sees it, after reading and filtering: the same whatever the form of the files. */
public final class DataHash {
    private final MessageDigest digest;

    public DataHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    /** Adds bytes and how many they are, so that no two sequences of parts look alike. */
    public DataHash add(byte[] bytes) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        digest.update(bytes);
        return this;
    }

    /** Adds words. */
    public DataHash add(long[] words) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * words.length);
        bytes.asLongBuffer().put(words);
        return add(bytes.array());
    }

    /** Adds a text. */
    public DataHash add(String text) {
        return add(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds the schema and all values of a table. */
    public DataHash add(Table table) {
        add(table.schema().toString());
        for (Column column : table.columns()) {
            if (column instanceof Column.Numbers numbers) {
                ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES * numbers.values().length);
                bytes.asDoubleBuffer().put(numbers.values());
                add(bytes.array());
            } else if (column instanceof Column.Codes codes) {
                ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * codes.codes().length);
                bytes.asIntBuffer().put(codes.codes());
                add(bytes.array());
            } else if (column instanceof Column.Texts texts) {
                texts.values().forEach(text -> add(text == null ? "" : text));
            }
        }
        return this;
    }

    /** Such as sha256:9f86d081…; after it nothing more can be added. */
    public String text() {
        return "sha256:" + HexFormat.of().formatHex(digest.digest());
    }
}
