package io.dronedelivery.localapplicationinsights.api;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The query parameters of a request. A wrong one is refused by name. */
record QueryParameters(Map<String, List<String>> parameters) {

    String text(String name) {
        List<String> values = parameters.getOrDefault(name, List.of());
        return values.isEmpty() ? "" : values.get(0);
    }

    int number(String name, int otherwise, int min, int max) {
        String text = text(name);
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below, like a number out of range.
        }
        throw new ApiException(
                400, "%s must be a whole number from %d to %d, but is '%s'".formatted(name, min, max, text));
    }

    /** Milliseconds since the epoch; 0 when they are not given. */
    long millis(String name) {
        String text = text(name);
        if (text.isEmpty() || text.matches("\\d{1,15}")) {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        }
        throw new ApiException(400, "%s must be milliseconds since the epoch, but is '%s'".formatted(name, text));
    }

    <E extends Enum<E>> E choice(String name, Class<E> type, E otherwise) {
        String text = text(name);
        if (text.isEmpty()) {
            return otherwise;
        }
        for (E value : type.getEnumConstants()) {
            if (value.name().equalsIgnoreCase(text)) {
                return value;
            }
        }
        String known = Arrays.stream(type.getEnumConstants())
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        throw new ApiException(400, "%s must be one of %s, but is '%s'".formatted(name, known, text));
    }
}
