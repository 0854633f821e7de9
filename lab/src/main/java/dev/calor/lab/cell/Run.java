package dev.calor.lab.cell;

import java.io.IOException;

/** Work that reads or writes files, and what it yields. */
@FunctionalInterface
public interface Run<T> {
    /** Does the work. */
    T run() throws IOException;
}
