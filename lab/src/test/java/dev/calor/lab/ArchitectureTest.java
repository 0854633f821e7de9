package dev.calor.lab;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.calor.random.RandomStream;
import java.io.File;
import java.io.FileOutputStream;
import java.nio.file.Files;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The boundaries of CONTRIBUTING.md, checked on the classes of all modules. */
class ArchitectureTest {
    static final JavaClasses CALOR = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("jmh_generated"))
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.calor");

    /** From the ground up: a package may use those before it, never those after it. */
    private static final List<String> LAYERS = List.of(
            "file",
            "random",
            "space",
            "heat",
            "table",
            "graph",
            "dataset",
            "metric",
            "tensor",
            "io",
            "rows",
            "perturb",
            "energy",
            "sampler",
            "objective",
            "estimate",
            "train",
            "tabular",
            "chart",
            "report",
            "cli",
            "server",
            "lab");

    @Test
    @DisplayName("Every package has its place, and depends only on those before it")
    void layers() {
        for (JavaPackage inside : CALOR.getPackage("dev.calor").getSubpackages()) {
            assertTrue(LAYERS.contains(inside.getRelativeName()), inside + " has no place among " + LAYERS);
        }
        for (int i = 0; i < LAYERS.size(); i++) {
            String[] above = LAYERS.subList(i + 1, LAYERS.size()).stream()
                    .map(name -> "dev.calor." + name + "..")
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage("dev.calor." + LAYERS.get(i) + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(above)
                    .allowEmptyShould(true)
                    .check(CALOR);
        }
    }

    @Test
    @DisplayName("No cycles between packages")
    void noCycles() {
        slices().matching("dev.calor.(**)").should().beFreeOfCycles().check(CALOR);
    }

    @Test
    @DisplayName("Only dev.calor.tensor touches the engine")
    void engineBehindTensor() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.calor.tensor..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.bytedeco..")
                .check(CALOR);
    }

    @Test
    @DisplayName("Only dev.calor.table touches DuckDB")
    void duckBehindTable() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.calor.table..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.duckdb..")
                .check(CALOR);
    }

    @Test
    @DisplayName("The launcher's class path has no Spark and no Scala")
    void noSpark() {
        for (String absent : List.of("org.apache.spark.SparkContext", "scala.Function1", "dev.calor.spark.Main")) {
            assertThrows(ClassNotFoundException.class, () -> Class.forName(absent), absent);
        }
    }

    @Test
    @DisplayName("No field holds a random stream, outside the state of a benchmark")
    void noStreamInAField() {
        noFields()
                .that()
                .areDeclaredInClassesThat()
                .resideOutsideOfPackage("dev.calor.lab.bench..")
                .should()
                .haveRawType(RandomStream.class)
                .check(CALOR);
    }

    @Test
    @DisplayName("Randomness enters by RandomStream alone")
    void noOtherRandomness() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.Random")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.SplittableRandom")
                .orShould()
                .callMethod(Math.class, "random")
                .check(CALOR);
    }

    @Test
    @DisplayName("Libraries print nothing: only commands write, and to picocli's streams")
    void librariesAreSilent() {
        noClasses()
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(CALOR);
    }

    @Test
    @DisplayName("Files are written by WholeFile, atomically; what Spool, Upload and RowStore write is temporary")
    void filesAreWhole() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.calor.lab..", "dev.calor.file..")
                .and()
                .doNotHaveSimpleName("Spool")
                .and()
                .doNotHaveSimpleName("Upload")
                .and()
                .doNotHaveSimpleName("RowStore")
                .should()
                .callMethodWhere(
                        target(nameMatching("newOutputStream|newBufferedWriter|write|writeString|newByteChannel"))
                                .and(target(owner(type(Files.class)))))
                .orShould()
                .callConstructor(FileOutputStream.class, File.class)
                .orShould()
                .callConstructor(FileOutputStream.class, String.class)
                .check(CALOR);
    }

    @Test
    @DisplayName("No mutable static state")
    void noMutableStatics() {
        fields().that().areStatic().should().beFinal().check(CALOR);
    }

    @Test
    @DisplayName("Every package says what it is for, and is free of unmarked nulls")
    void nullMarkedPackages() {
        for (JavaPackage inside : CALOR.getPackage("dev.calor").getSubpackagesInTree()) {
            assertTrue(inside.isAnnotatedWith(NullMarked.class), inside + " lacks a @NullMarked package-info");
        }
    }

    @Test
    @DisplayName("Sealed or final: what is public in the mathematics and not made to be extended says so")
    void finalClasses() {
        classes()
                .that()
                .resideInAnyPackage(
                        "dev.calor.random..",
                        "dev.calor.space..",
                        "dev.calor.heat..",
                        "dev.calor.graph..",
                        "dev.calor.dataset..",
                        "dev.calor.metric..")
                .and()
                .areNotInterfaces()
                .and()
                .areNotEnums()
                .should()
                .haveModifier(com.tngtech.archunit.core.domain.JavaModifier.FINAL)
                .check(CALOR);
    }
}
