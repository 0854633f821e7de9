package dev.calor.train;

import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Device;

/** The source of batches: a table, images, or a generator of random rows. */
public interface DataSource {
    /** Draws a batch; the same stream gives the same batch. */
    Batch batch(int rows, Device device, RandomStream random);

    /** Identifies the data in checkpoints: a hash of the rows, or the name and settings of a generator. */
    String fingerprint();
}
