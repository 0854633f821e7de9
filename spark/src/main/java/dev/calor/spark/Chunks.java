package dev.calor.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Groups the items of an iterator into lists of equal length; the last may be shorter. */
final class Chunks {
    private Chunks() {}

    static <T> Iterator<List<T>> of(Iterator<T> items, int length) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return items.hasNext();
            }

            @Override
            public List<T> next() {
                List<T> chunk = new ArrayList<>(length);
                while (chunk.size() < length && items.hasNext()) {
                    chunk.add(items.next());
                }
                return chunk;
            }
        };
    }
}
