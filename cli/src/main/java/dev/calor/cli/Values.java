package dev.calor.cli;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts words on the command line to values; errors say what is allowed. */
public final class Values {
    private Values() {}

    /** Makes a command line and its subcommands read numbers and the names of these enumerations. */
    static void register(CommandLine commandLine, List<Class<? extends Enum<?>>> enumerations) {
        commandLine.registerConverter(double.class, Values::number);
        commandLine.registerConverter(Double.class, Values::number);
        commandLine.registerConverter(int.class, Values::whole);
        commandLine.registerConverter(Integer.class, Values::whole);
        enumerations.forEach(enumeration -> registerWords(commandLine, enumeration));
    }

    private static <E> void registerWords(CommandLine commandLine, Class<E> enumeration) {
        commandLine.registerConverter(enumeration, words(enumeration));
    }

    private static <E> ITypeConverter<E> words(Class<E> enumeration) {
        List<E> constants = List.of(enumeration.getEnumConstants());
        return word -> constants.stream()
                .filter(constant -> constant.toString().equalsIgnoreCase(word))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + word + "' is not one of "
                        + constants.stream().map(Object::toString).collect(Collectors.joining(", "))));
    }

    private static double number(String word) {
        try {
            return Double.parseDouble(word);
        } catch (NumberFormatException notANumber) {
            throw new TypeConversionException("'" + word + "' is not a number: allowed are such as 0.005 and 1e-3");
        }
    }

    private static int whole(String word) {
        try {
            return Integer.parseInt(word);
        } catch (NumberFormatException notANumber) {
            throw new TypeConversionException("'" + word + "' is not a whole number up to " + Integer.MAX_VALUE);
        }
    }
}
