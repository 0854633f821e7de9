import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** The part of a class list that belongs to the Java runtime: ClassList LIST CLASSES. Lambdas and other classes are left out. */
public final class ClassList {
    private ClassList() {}

    public static void main(String[] arguments) throws IOException {
        Set<String> runtime = new TreeSet<>(Files.readAllLines(Path.of(arguments[1])));
        Files.readAllLines(Path.of(arguments[0])).stream()
                .map(line -> line.split(" ")[0])
                .filter(runtime::contains)
                .forEach(System.out::println);
    }
}
