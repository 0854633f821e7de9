package dev.calor.file;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Readers of JSON from files of unknown origin: a document that would take much memory as a tree is refused while it is read. */
public final class BoundedJson {
    /** The most bytes of a document. */
    public static final int MOST_BYTES = 64 << 20;

    /** The most values, names and brackets of a document: enough for a column of a million levels. */
    private static final long MOST_TOKENS = 4_000_000;

    private static final int DEEPEST = 100;

    private BoundedJson() {}

    /** A mapper that refuses documents beyond the bounds with a JSON error. */
    public static ObjectMapper mapper() {
        StreamReadConstraints bounds = StreamReadConstraints.builder()
                .maxDocumentLength(MOST_BYTES)
                .maxTokenCount(MOST_TOKENS)
                .maxNestingDepth(DEEPEST)
                .build();
        return new ObjectMapper(
                JsonFactory.builder().streamReadConstraints(bounds).build());
    }
}
