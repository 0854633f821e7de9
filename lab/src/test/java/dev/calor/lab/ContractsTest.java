package dev.calor.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.calor.contract.EnergyContract;
import dev.calor.contract.ObjectiveContract;
import dev.calor.contract.PerturbationContract;
import dev.calor.contract.SamplerContract;
import dev.calor.energy.Energy;
import dev.calor.objective.Objective;
import dev.calor.perturb.Perturbation;
import dev.calor.sampler.Sampler;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every implementation of an open interface is tested by the contract of the interface. */
class ContractsTest {
    /** Tests of all modules included. */
    private static final JavaClasses ALL = new ClassFileImporter().importPackages("dev.calor");

    /** What {@code MlpEnergy} makes of itself: the contract asks it for both. */
    private static final List<String> MADE_BY_OTHERS = List.of("FoldedMlp", "RecordedMlp");

    static Stream<Arguments> contracts() {
        return Stream.of(
                Arguments.of(Energy.class, EnergyContract.class),
                Arguments.of(Perturbation.class, PerturbationContract.class),
                Arguments.of(Objective.class, ObjectiveContract.class),
                Arguments.of(Sampler.class, SamplerContract.class));
    }

    @ParameterizedTest
    @MethodSource("contracts")
    @DisplayName("Every implementation is made by a test that extends the contract")
    void everyImplementation(Class<?> open, Class<?> contract) {
        Set<String> made = ALL.get(contract).getAllSubclasses().stream()
                .flatMap(test -> Stream.concat(
                        test.getConstructorCallsFromSelf().stream(), test.getConstructorReferencesFromSelf().stream()))
                .map(JavaCodeUnitAccess::getTargetOwner)
                .map(JavaClass::getName)
                .collect(Collectors.toSet());
        Set<String> missing = new TreeSet<>();
        Set<String> found = new TreeSet<>();
        for (JavaClass each : ArchitectureTest.CALOR.get(open).getAllSubclasses()) {
            if (!each.isInterface() && !each.getModifiers().contains(JavaModifier.ABSTRACT)) {
                found.add(each.getName());
                if (!made.contains(each.getName()) && !MADE_BY_OTHERS.contains(each.getSimpleName())) {
                    missing.add(each.getName());
                }
            }
        }
        assertTrue(found.size() > 5, "implementations of " + open + ": " + found);
        assertEquals(Set.of(), missing, "without a test that extends " + contract.getSimpleName());
    }
}
