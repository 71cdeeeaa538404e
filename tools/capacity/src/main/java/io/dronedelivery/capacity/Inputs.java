package io.dronedelivery.capacity;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What is known of the costs and limits: a number and its source for each name, {@code name = number | source} in a file.
 *
 * @param values in the order of the file
 */
record Inputs(Map<String, Input> values) {

    private static final String SHIPPED = "inputs.properties";

    /**
     * @param value a number, above zero; that of a share or a utilization at most 1
     * @param source where it comes from, for people
     */
    record Input(double value, String source) {}

    /** Those that come with this program. */
    static Inputs shipped() {
        try (InputStream file = Objects.requireNonNull(Inputs.class.getResourceAsStream(SHIPPED), SHIPPED)) {
            return parse(new String(file.readAllBytes(), StandardCharsets.UTF_8), SHIPPED);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws UsageException naming the line that is wrong */
    static Inputs parse(String text, String file) {
        Map<String, Input> values = new LinkedHashMap<>();
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            int equals = line.indexOf('=');
            int bar = line.indexOf('|', equals + 1);
            if (equals < 1 || bar < 0) {
                throw new UsageException(file + ": expected is \"name = number | source\", found: " + line);
            }
            String name = line.substring(0, equals).strip();
            String source = line.substring(bar + 1).strip();
            if (source.isEmpty()) {
                throw new UsageException(file + ": " + name + " has no source after the bar");
            }
            Input input = new Input(number(name, line.substring(equals + 1, bar).strip()), source);
            if (values.put(name, input) != null) {
                throw new UsageException(file + ": " + name + " is there twice");
            }
        }
        return new Inputs(Collections.unmodifiableMap(values));
    }

    /** @throws UsageException when the text is no number above zero, or a part of something that is larger than the whole */
    static double number(String name, String text) {
        boolean part = name.startsWith("share.") || name.endsWith(".utilization");
        try {
            double value = Double.parseDouble(text);
            if (value > 0 && Double.isFinite(value) && !(part && value > 1)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new UsageException(
                name + " is \"" + text + "\": expected is a number above 0" + (part ? " and at most 1" : ""));
    }

    double get(String name) {
        Input input = values.get(name);
        if (input == null) {
            throw new IllegalArgumentException("no input " + name);
        }
        return input.value();
    }

    /** The same with another value. */
    Inputs with(String name, String value) {
        if (!values.containsKey(name)) {
            throw new UsageException(name + " is no input; inputs are " + String.join(", ", values.keySet()));
        }
        Map<String, Input> changed = new LinkedHashMap<>(values);
        changed.put(name, new Input(number(name, value), "given"));
        return new Inputs(Collections.unmodifiableMap(changed));
    }
}
