package dev.calor.train;

import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Device;

/** Where batches come from: a table, images, or a generator of fresh draws. */
public interface DataSource {
    /** A batch; the same stream gives the same one. */
    Batch batch(int rows, Device device, RandomStream random);

    /** Names the data in checkpoints: a hash of the rows, or the name and settings of a generator. */
    String fingerprint();
}
