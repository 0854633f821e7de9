package dev.calor.train;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Version and commit of this build, as Maven wrote them into the jar. */
public final class Build {
    private static final Properties WRITTEN = written();

    private Build() {}

    /** The version, such as 0.1.0; "unknown" for classes that Maven did not build. */
    public static String version() {
        return WRITTEN.getProperty("version", Provenance.UNKNOWN);
    }

    /**
     * The commit, 40 hexadecimal digits, followed by " with uncommitted changes" where sources differed from it; "unknown" for a build
     * outside a git checkout.
     */
    public static String commit() {
        String commit = WRITTEN.getProperty("commit", "");
        if (commit.isEmpty()) {
            return Provenance.UNKNOWN;
        }
        return commit + (Boolean.parseBoolean(WRITTEN.getProperty("changed")) ? " with uncommitted changes" : "");
    }

    private static Properties written() {
        Properties properties = new Properties();
        try (InputStream stream = Build.class.getResourceAsStream("build.properties")) {
            if (stream != null) {
                properties.load(stream);
            }
        } catch (IOException broken) {
            throw new UncheckedIOException("build.properties cannot be read from the jar", broken);
        }
        return properties;
    }
}
