package dev.calor.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version, as the build wrote it. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        Properties properties = new Properties();
        try (InputStream stream = Version.class.getResourceAsStream("version.properties")) {
            properties.load(stream);
        }
        return new String[] {
            "calor " + properties.getProperty("version"),
            "Java " + Runtime.version() + " on " + System.getProperty("os.name")
        };
    }
}
