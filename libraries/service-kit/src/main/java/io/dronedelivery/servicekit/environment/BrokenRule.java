package io.dronedelivery.servicekit.environment;

import jakarta.validation.constraints.AssertTrue;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.validation.ValidationErrors;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.validation.ObjectError;

/**
 * A rule between settings that does not hold. It is a method with {@link AssertTrue}, so the name of its error is no setting.
 *
 * @param words the rule itself, with the full names of its settings
 * @param settings those of its settings that are set, in the order of their names; never empty
 */
public record BrokenRule(String words, List<ConfigurationProperty> settings) {

    private static final Pattern BETWEEN_NAMES = Pattern.compile("[^a-z0-9.-]+|\\.(?=\\s|$)");

    /** The rule that an error reports, or null when the error is that of one value. */
    public static @Nullable BrokenRule of(ValidationErrors errors, ObjectError error) {
        if (!AssertTrue.class.getSimpleName().equals(error.getCode())) {
            return null;
        }
        String words = String.valueOf(error.getDefaultMessage());
        Set<ConfigurationPropertyName> named = BETWEEN_NAMES
                .splitAsStream(words)
                .filter(ConfigurationPropertyName::isValid)
                .map(ConfigurationPropertyName::of)
                .collect(Collectors.toSet());
        List<ConfigurationProperty> settings = errors.getBoundProperties().stream()
                .filter(property -> named.contains(property.getName()))
                .sorted()
                .toList();
        return settings.isEmpty() ? null : new BrokenRule(words, settings);
    }
}
