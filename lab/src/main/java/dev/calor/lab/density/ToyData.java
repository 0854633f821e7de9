package dev.calor.lab.density;

import dev.calor.dataset.Discretisation;
import dev.calor.dataset.Toy2d;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Device;
import dev.calor.train.DataSource;

/** Fresh draws of a toy set in every batch, as rows of digits. */
public record ToyData(Toy2d set, Discretisation cells) implements DataSource {
    @Override
    public Batch batch(int rows, Device device, RandomStream random) {
        return Batch.ofStates(device, cells.encode(set.draw(rows, random)));
    }

    @Override
    public String fingerprint() {
        return set + " " + cells;
    }
}
