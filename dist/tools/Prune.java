import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Copies a jar without the entries whose names match a pattern: Prune JAR FOLDER PATTERN. */
public final class Prune {
    private Prune() {}

    public static void main(String[] arguments) throws IOException {
        Path from = Path.of(arguments[0]);
        Path to = Path.of(arguments[1]).resolve(from.getFileName());
        try (ZipFile jar = new ZipFile(from.toFile());
                ZipOutputStream pruned = new ZipOutputStream(Files.newOutputStream(to))) {
            List<? extends ZipEntry> kept = jar.stream()
                    .filter(entry -> entry.isDirectory() || !entry.getName().matches(arguments[2]))
                    .toList();
            if (kept.size() == jar.size()) {
                throw new IOException(from + " has nothing like " + arguments[2] + ": correct dist/assemble");
            }
            for (ZipEntry entry : kept) {
                ZipEntry copy = new ZipEntry(entry.getName());
                copy.setTimeLocal(entry.getTimeLocal());
                pruned.putNextEntry(copy);
                try (InputStream content = jar.getInputStream(entry)) {
                    content.transferTo(pruned);
                }
                pruned.closeEntry();
            }
        }
    }
}
