package dev.calor.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsReader$;
import org.apache.spark.ml.util.DefaultParamsWriter$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.ml.util.ReadWriteUtils$;
import scala.Option;

/** A model in a folder as Spark saves them: parameters in {@code metadata}, and the {@code .calor} file. */
final class Saving {
    private Saving() {}

    /** The model's file. Spark Connect saves models that it removes from memory in a local folder, whatever the default file system. */
    private static Path file(String folder) {
        boolean local = (Boolean) ReadWriteUtils$.MODULE$.localSavingModeState().get();
        return new Path(local ? new Path(java.nio.file.Path.of(folder).toUri()) : new Path(folder), CalorModel.FILE);
    }

    /** Writes a model. */
    static final class Writer extends MLWriter {
        private final CalorModel model;

        Writer(CalorModel model) {
            this.model = model;
        }

        @Override
        public void saveImpl(String path) {
            DefaultParamsWriter$.MODULE$.saveMetadata(model, path, sparkSession(), Option.empty(), Option.empty());
            try {
                HadoopFiles.write(file(path), model.bytes(), sc().hadoopConfiguration());
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    /** Reads a model. */
    static final class Reader extends MLReader<CalorModel> {
        @Override
        public CalorModel load(String path) {
            DefaultParamsReader.Metadata metadata =
                    DefaultParamsReader$.MODULE$.loadMetadata(path, sparkSession(), CalorModel.class.getName());
            try {
                Path file = file(path);
                byte[] bytes = HadoopFiles.read(file, sc().hadoopConfiguration());
                if (bytes == null) {
                    throw new IOException(file + ": there is no such file; " + path + " is not a whole saved model");
                }
                LoadedModel.of(bytes, file.toString()).close(); // refuses what is damaged or of a newer format
                CalorModel model = new CalorModel(metadata.uid(), bytes);
                metadata.getAndSetParams(model, Option.empty());
                return model;
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
