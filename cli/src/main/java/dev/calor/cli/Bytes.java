package dev.calor.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of bytes as people write it: 800MB, 2GB, 1.5 GB. */
final class Bytes implements ITypeConverter<Double> {
    private static final Pattern SIZE = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) ?([kmg])b?");

    @Override
    public Double convert(String text) {
        Matcher size = SIZE.matcher(text.trim().toLowerCase(Locale.ROOT));
        if (!size.matches()) {
            throw new TypeConversionException("'" + text + "' is not a size of memory; examples are 800MB and 2GB");
        }
        double unit =
                switch (size.group(2)) {
                    case "k" -> 1e3;
                    case "m" -> 1e6;
                    default -> 1e9;
                };
        return Double.parseDouble(size.group(1)) * unit;
    }
}
