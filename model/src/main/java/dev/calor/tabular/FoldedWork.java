package dev.calor.tabular;

import dev.calor.energy.Energy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Pieces;
import dev.calor.tensor.Scope;
import java.util.List;

/** Work with one folded energy, in pieces: side by side on a CPU, one after the other on a GPU. */
final class FoldedWork {
    private FoldedWork() {}

    /** One piece of it. */
    interface Piece<T> {
        T of(Energy folded, int piece);
    }

    /** What all pieces yield, in their order. */
    static <T> List<T> map(TrainableEnergy energy, int pieces, Piece<T> work) {
        try (Scope scope = Scope.open();
                Pieces workers = energy.device() == Device.CUDA ? Pieces.inTurn() : Pieces.sideBySide()) {
            Energy folded;
            try (NoGradient guard = NoGradient.open()) {
                folded = energy.folded();
            }
            return workers.map(pieces, piece -> work.of(folded, piece));
        }
    }
}
