package dev.calor.cli;

import dev.calor.train.Build;
import picocli.CommandLine.IVersionProvider;

/** Version and commit, as the build wrote them. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {
            "calor " + Build.version(),
            "commit " + Build.commit(),
            "Java " + Runtime.version() + " on " + System.getProperty("os.name")
        };
    }
}
