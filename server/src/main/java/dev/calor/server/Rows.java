package dev.calor.server;

import dev.calor.random.RandomStream;

/** Rows that are made piece by piece. */
final class Rows {
    /** Rows of a piece: as many as the sampler's, so that a table of one piece is that of the command line. */
    static final int PIECE = 1024;

    private Rows() {}

    /** The seed of a piece: the first has the seed itself. */
    static long seed(long seed, int piece) {
        return piece == 0
                ? seed
                : RandomStream.of(seed).child("piece").child(piece).nextLong();
    }
}
