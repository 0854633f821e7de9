import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/**
 * Writes the notice of third-party software from the bill of materials, and refuses licences that are not allowed: Notice SBOM LICENCES
 * NOTICE. The licences that are allowed are listed by the names that projects give them, {@code name = SPDX}; a project whose own
 * description lacks a licence has a line {@code group:artifact = SPDX}. Of several licences one must be allowed.
 */
public final class Notice {
    private Notice() {}

    public static void main(String[] arguments) throws IOException {
        Properties allowed = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(arguments[1]))) {
            allowed.load(reader);
        }
        TreeMap<String, String> lines = new TreeMap<>();
        List<String> refused = new ArrayList<>();
        JsonNode components = new ObjectMapper().readTree(Path.of(arguments[0]).toFile()).path("components");
        for (JsonNode component : components) {
            String name = component.path("group").asText() + ":" + component.path("name").asText();
            if (name.startsWith("dev.calor:")) {
                continue;
            }
            List<String> licences = licences(component);
            String chosen = allowed.getProperty(name);
            for (String licence : licences) {
                chosen = chosen == null ? allowed.getProperty(licence) : chosen;
            }
            if (chosen == null) {
                refused.add(name + " " + component.path("version").asText() + ": " + licences);
            } else {
                lines.put(name, String.format("%-48s %-24s %s", name, component.path("version").asText(), chosen));
            }
        }
        if (!refused.isEmpty()) {
            System.err.println("Licences that may not be shipped:\n  " + String.join("\n  ", refused)
                    + "\nLeave the dependency out, or, if the licence is permissive, add it to " + arguments[1]);
            System.exit(1);
        }
        if (lines.size() < 20) {
            throw new IOException("only " + lines.size() + " components in " + arguments[0]);
        }
        List<String> text = new ArrayList<>(Files.readAllLines(Path.of(arguments[1])).stream()
                .filter(line -> line.startsWith("#: "))
                .map(line -> line.substring(3))
                .toList());
        text.add("");
        text.addAll(lines.values());
        Files.write(Path.of(arguments[2]), text);
    }

    /** The licences of a component: identifiers, names or expressions. */
    private static List<String> licences(JsonNode component) {
        return StreamSupport.stream(component.path("licenses").spliterator(), false)
                .map(each -> each.has("expression")
                        ? each.path("expression").asText()
                        : each.path("license").path("id").asText(each.path("license").path("name").asText()))
                .toList();
    }
}
