package dev.calor.table;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The distinct values of a stream and their counts: all of them while they are few, otherwise those with the smallest hashes. These are
 * a uniform sample of the distinct values, with exact counts, because a value whose hash is small enough now was small enough from the
 * first row on. Samples of parts of a stream merge into that of the whole, whatever the parts.
 *
 * <p>The number of distinct values is estimated from the largest hash that is kept; its relative standard error is at most
 * 1/√({@value #MOST} − 2), below 1.6 %.
 */
final class DistinctSample implements Serializable {
    private static final long serialVersionUID = 1;

    /** With at most this many distinct values, all are kept. */
    static final int MOST = 4096;

    private static final double HASHES = 0x1p63;

    private HashMap<String, Long> counts = new HashMap<>();
    private long limit = Long.MAX_VALUE; // values are kept whose hash is at most this
    private long rows;

    void add(String value) {
        add(value, 1);
    }

    private void add(String value, long count) {
        rows += count;
        Long before = counts.get(value);
        if (before != null) {
            counts.put(value, before + count);
        } else if (hash(value) <= limit) {
            counts.put(value, count);
            if (counts.size() > 2 * MOST) {
                shrink();
            }
        }
    }

    void merge(DistinctSample other) {
        limit = Math.min(limit, other.limit);
        counts.keySet().removeIf(value -> hash(value) > limit);
        other.counts.forEach((value, count) -> {
            if (hash(value) <= limit) {
                counts.merge(value, count, Long::sum);
            }
        });
        rows += other.rows;
        if (counts.size() > 2 * MOST) {
            shrink();
        }
    }

    private void shrink() {
        long[] hashes = counts.keySet().stream().mapToLong(DistinctSample::hash).toArray();
        Arrays.sort(hashes);
        limit = hashes[MOST - 1];
        counts.keySet().removeIf(value -> hash(value) > limit);
    }

    /** Whether every distinct value is kept. */
    boolean isWhole() {
        return limit == Long.MAX_VALUE && counts.size() <= MOST;
    }

    /** The values that are kept, and their counts. */
    Map<String, Long> counts() {
        if (counts.size() > MOST) {
            shrink(); // the same values whatever the order of rows and parts
        }
        return counts;
    }

    /** The number of rows, of all values. */
    long rows() {
        return rows;
    }

    /** The number of distinct values: exact if all are kept or no value that is kept occurs twice; otherwise an estimate. */
    long distinct() {
        if (isWhole()) {
            return counts.size();
        }
        boolean once = counts().values().stream().allMatch(count -> count == 1);
        return once ? rows : Math.min(rows, Math.round((counts.size() - 1) * (HASHES / limit)));
    }

    /** 63 bits that look random: FNV-1a over the characters, then the mixing of SplitMix64. */
    private static long hash(String value) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < value.length(); i++) {
            hash = (hash ^ value.charAt(i)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
        return (hash ^ (hash >>> 31)) >>> 1;
    }
}
