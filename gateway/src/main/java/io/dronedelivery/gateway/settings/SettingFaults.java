package io.dronedelivery.gateway.settings;

import io.dronedelivery.gateway.template.TemplateException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** Collects everything that is wrong with the settings, so that one attempt to start reports all of it. Used by the main thread alone. */
public final class SettingFaults {

    /**
     * @param property the full name of the property
     * @param value what it is set to, as text
     * @param reason what is wrong, in words that follow the name
     */
    public record SettingFault(String property, @Nullable String value, String reason) {}

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9-]*");

    private final List<SettingFault> faults = new ArrayList<>();

    public void add(String property, @Nullable Object value, String reason) {
        faults.add(new SettingFault(property, value == null ? null : value.toString(), reason));
    }

    /** Notes a fault unless the condition holds. */
    public void require(boolean condition, String property, @Nullable Object value, String reason) {
        if (!condition) {
            add(property, value, reason);
        }
    }

    /** The name of a backend or an endpoint: it is part of properties, metrics and problems. */
    public void requireName(String property, String name) {
        require(
                NAME.matcher(name).matches(),
                property,
                null,
                "is not a name; use a letter followed by letters, digits and '-'");
    }

    /** A time of at least a millisecond and of at most an hour: a longer one is probably a mistake in the unit. */
    public void requireTime(String property, Duration value) {
        require(
                value.compareTo(Duration.ofMillis(1)) >= 0 && value.compareTo(Duration.ofHours(1)) <= 0,
                property,
                value,
                "must be from 1ms to 1h");
    }

    /** A size of at least a byte and at most so much, as a setting would say it. */
    public void requireSize(String property, DataSize value, String most) {
        require(
                value.toBytes() >= 1 && value.toBytes() <= DataSize.parse(most).toBytes(),
                property,
                value,
                "must be from 1B to " + most);
    }

    /** The compiled template, or null with a fault noted. */
    public <T> @Nullable T template(String property, String text, Supplier<T> parse) {
        try {
            return parse.get();
        } catch (TemplateException e) {
            add(property, text, e.reason());
            return null;
        }
    }

    /** The parsed text, or null with a fault noted. */
    public <T> @Nullable T reference(String property, String text, Supplier<T> parse) {
        try {
            return parse.get();
        } catch (IllegalArgumentException e) {
            add(property, text, String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** Whether a property has a fault, or one below it. */
    public boolean isFaulty(String property) {
        return faults.stream()
                .anyMatch(fault ->
                        fault.property().equals(property) || fault.property().startsWith(property + '.'));
    }

    public List<SettingFault> all() {
        return List.copyOf(faults);
    }

    /** How many faults have been noted so far. */
    public int count() {
        return faults.size();
    }

    /** @throws InvalidSettingsException when there is any fault */
    public void throwIfAny() {
        if (!faults.isEmpty()) {
            throw new InvalidSettingsException(List.copyOf(faults));
        }
    }
}
