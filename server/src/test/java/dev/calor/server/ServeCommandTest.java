package dev.calor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.cli.Calor;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    @DisplayName("Another address than loopback needs a token, and a long one")
    void tokenNeeded() {
        String home = folder.toString();
        assertEquals(2, Calor.run("serve", "--host", "0.0.0.0", "--port", "0", "--home", home, "--token", ""));
        assertEquals(2, Calor.run("serve", "--port", "0", "--home", home, "--token", "short"));
        assertEquals(2, Calor.run("serve", "--host", "no.such.host.invalid", "--home", home));
    }

    @Test
    @DisplayName("It is a command like the others")
    void help() {
        assertEquals(0, Calor.run("serve", "--help"));
    }

    @Test
    @DisplayName("A check starts, requests the page and ends, and leaves the folder to the next server")
    void check() throws IOException {
        String home = folder.resolve("home").toString();
        assertEquals(0, Calor.run("serve", "--check", "--port", "0", "--home", home));
        assertEquals(0, Calor.run("serve", "--check", "--port", "0", "--home", home));
        Running inUse = new Running(folder.resolve("home"));
        assertEquals(2, Calor.run("serve", "--check", "--port", "0", "--home", home));
        inUse.close();
    }
}
