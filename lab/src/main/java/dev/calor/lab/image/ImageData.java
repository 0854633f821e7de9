package dev.calor.lab.image;

import dev.calor.dataset.GreyImages;
import dev.calor.perturb.DataNoise;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import dev.calor.train.DataSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Random images of a set, with replacement, with bits drawn anew for every batch, then with noise. All are on the device, one byte per pixel. */
final class ImageData implements DataSource, AutoCloseable {
    private final Tensor levels; // [images, pixels], bytes
    private final String fingerprint;
    private final DataNoise dataNoise;

    ImageData(GreyImages images, Device device, DataNoise dataNoise) {
        this.dataNoise = dataNoise;
        this.levels = Tensor.bytes(device, images.levels(), images.count(), images.pixels())
                .keep();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(images.levels());
            this.fingerprint = images.count() + " images, " + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    @Override
    public Batch batch(int rows, Device device, RandomStream random) {
        Noise noise = Noise.of(random, device);
        Tensor chosen = levels.indexSelect(0, noise.whole(levels.size(0), rows)).toReal(device);
        Tensor bits = noise.uniform(rows, levels.size(1)).times(255.0).lessThan(chosen);
        Batch clean = Batch.ofStates(device, bits);
        Batch.Origin origin = new Batch.Origin(bits, clean.numbers(), clean.numbers());
        return dataNoise.noised(new Batch(bits, clean.numbers(), null, origin), noise);
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public void close() {
        levels.release();
    }
}
