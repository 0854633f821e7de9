package dev.calor.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.calor.random.RandomStream;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Work in pieces: the same results, in order, on any number of threads. */
class PiecesTest {
    @BeforeEach
    void twoThreads() {
        Engine.setThreads(2);
    }

    @AfterEach
    void oneThread() {
        Engine.setThreads(1);
    }

    /** Something with noise and products, of some size. */
    private static double[] work(int piece) {
        Noise noise = Noise.of(RandomStream.of(1).child(piece), Device.CPU);
        Tensor x = noise.normal(60, 60);
        return x.matmul(x).softplus().sum(1).toDoubles();
    }

    @Test
    @DisplayName(
            "Results come in the order of the pieces, the same bytes side by side as in turn; the engine has its threads back")
    void sameBytes() {
        List<double[]> inTurn;
        try (Pieces pieces = Pieces.inTurn()) {
            inTurn = pieces.map(9, PiecesTest::work);
        }
        try (Pieces pieces = Pieces.sideBySide()) {
            List<double[]> sideBySide = pieces.map(9, PiecesTest::work);
            assertEquals(9, sideBySide.size());
            for (int piece = 0; piece < 9; piece++) {
                assertArrayEquals(inTurn.get(piece), sideBySide.get(piece), 0);
            }
            assertEquals(List.of(), pieces.map(0, PiecesTest::work));
        }
        assertEquals(2, Engine.threads());
    }

    @Test
    @DisplayName("Tensors of a piece are freed with it, unless kept")
    void scopes() {
        try (Scope scope = Scope.open();
                Pieces pieces = Pieces.sideBySide()) {
            List<Tensor> gone = pieces.map(3, piece -> Tensor.full(Device.CPU, piece, 4));
            gone.forEach(tensor -> assertThrows(NullPointerException.class, tensor::toDoubles));
            List<Tensor> kept =
                    pieces.map(3, piece -> Tensor.full(Device.CPU, piece, 4).keep());
            assertEquals(2, kept.get(2).toDoubles()[3]);
            kept.forEach(Tensor::release);
        }
    }

    @Test
    @DisplayName("An exception of a piece reaches the caller unchanged, and later work runs")
    void failures() {
        for (boolean sideBySide : new boolean[] {false, true}) {
            try (Pieces pieces = sideBySide ? Pieces.sideBySide() : Pieces.inTurn()) {
                IllegalArgumentException thrown = assertThrows(
                        IllegalArgumentException.class,
                        () -> pieces.map(5, piece -> {
                            if (piece == 3) {
                                throw new IllegalArgumentException("piece 3");
                            }
                            return piece;
                        }));
                assertEquals("piece 3", thrown.getMessage());
                assertEquals(IntStream.range(0, 4).boxed().toList(), pieces.map(4, piece -> piece));
            }
            assertEquals(2, Engine.threads());
        }
    }
}
