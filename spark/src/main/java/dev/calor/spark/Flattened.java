package dev.calor.spark;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** Concatenates the iterators that a function makes of items. The function is called for an item when those before are used up. */
final class Flattened<S, T> implements Iterator<T> {
    private final Iterator<S> sources;
    private final Function<S, Iterator<T>> items;
    private Iterator<T> current = Collections.emptyIterator();

    Flattened(Iterator<S> sources, Function<S, Iterator<T>> items) {
        this.sources = sources;
        this.items = items;
    }

    @Override
    public boolean hasNext() {
        while (!current.hasNext() && sources.hasNext()) {
            current = items.apply(sources.next());
        }
        return current.hasNext();
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return current.next();
    }
}
