package dev.calor.tabular;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The settings of a record of records, by the names of their components: no name is in two of them. */
final class RecordSettings {
    private RecordSettings() {}

    /** All settings in their order, those of inner records in place of these. */
    static Map<String, Object> of(Record settings) {
        Map<String, Object> all = new LinkedHashMap<>();
        for (RecordComponent component : settings.getClass().getRecordComponents()) {
            Object value = value(settings, component);
            if (value instanceof Record inner) {
                all.putAll(of(inner));
            } else {
                all.put(component.getName(), value);
            }
        }
        return all;
    }

    /**
     * The same with one setting changed.
     *
     * @throws IllegalArgumentException if there is no such setting, or the text is no value of it
     */
    static <R extends Record> R with(R settings, String name, String text) {
        Map<String, Object> all = of(settings);
        if (!all.containsKey(name)) {
            throw new IllegalArgumentException(
                    "'" + name + "' is not a setting: there are " + String.join(", ", all.keySet()));
        }
        try {
            return changed(settings, name, text);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a value of '" + name + "'; give such as " + all.get(name), wrong);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a value of '" + name + "': " + refused.getMessage(), refused);
        }
    }

    @SuppressWarnings("unchecked") // the canonical constructor makes its own kind
    private static <R extends Record> R changed(R settings, String name, String text) {
        RecordComponent[] components = settings.getClass().getRecordComponents();
        Object[] values = new Object[components.length];
        for (int c = 0; c < components.length; c++) {
            Object value = value(settings, components[c]);
            boolean named = components[c].getName().equals(name);
            values[c] = named
                    ? parse(text, components[c].getType())
                    : value instanceof Record inner && of(inner).containsKey(name) ? changed(inner, name, text) : value;
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<?> canonical = settings.getClass().getDeclaredConstructor(types);
            return (R) canonical.newInstance(values);
        } catch (InvocationTargetException refused) {
            if (refused.getCause() instanceof IllegalArgumentException outOfRange) {
                throw outOfRange;
            }
            throw new IllegalStateException(refused);
        } catch (ReflectiveOperationException absent) {
            throw new IllegalStateException(absent);
        }
    }

    private static Object value(Record settings, RecordComponent component) {
        try {
            return component.getAccessor().invoke(settings);
        } catch (ReflectiveOperationException absent) {
            throw new IllegalStateException(absent);
        }
    }

    private static Object parse(String text, Class<?> type) {
        if (type == int.class) {
            return Integer.parseInt(text);
        }
        if (type == long.class) {
            return Long.parseLong(text);
        }
        if (type == double.class) {
            return Double.parseDouble(text);
        }
        return TabularMethod.named(text);
    }
}
