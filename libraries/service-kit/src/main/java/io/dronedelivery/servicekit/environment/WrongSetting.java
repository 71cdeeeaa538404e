package io.dronedelivery.servicekit.environment;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.validation.FieldError;

/** A setting that Spring Boot could not bind, in a line: the property, its value, where that is from, and what is expected. Or a file that it could not read. */
public final class WrongSetting {

    private static final Pattern SECRET =
            Pattern.compile("(?i).*((?<!partition-)key|password|secret|token|connection.?string)");

    private WrongSetting() {}

    /** A line for each wrong setting among the causes of the failure, or null when there is none. */
    public static @Nullable String explain(Throwable failure) {
        BindException binding = null;
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof SettingFiles.UnreadableFileException file) {
                return file.getMessage();
            } else if (at instanceof BindException outer && binding == null) {
                binding = outer;
            } else if (at instanceof BindValidationException invalid) {
                return lines(ofValidation(invalid));
            } else if (at instanceof UnboundConfigurationPropertiesException unbound) {
                return lines(unbound.getUnboundProperties().stream()
                        .map(WrongSetting::ofUnknown)
                        .toList());
            }
        }
        return binding == null ? null : ofBinding(binding);
    }

    private static String lines(List<String> lines) {
        return lines.stream().distinct().collect(Collectors.joining(System.lineSeparator()));
    }

    private static String ofUnknown(ConfigurationProperty property) {
        String fault = names().fault(property.getName().toString(), "");
        return line(property, fault == null ? "there is no such setting" : fault);
    }

    private static String ofBinding(BindException failure) {
        Throwable root = NestedExceptionUtils.getMostSpecificCause(failure);
        String reason = root.getMessage() == null ? root.toString() : root.getMessage();
        ConfigurationProperty property = failure.getProperty();
        if (property == null) {
            return failure.getName() + ": " + reason;
        }
        Class<?> type = failure.getTarget().getType().resolve(Object.class);
        String expected = ExpectedValue.of(type);
        return line(property, expected == null ? reason : expected);
    }

    private static List<String> ofValidation(BindValidationException failure) {
        var errors = failure.getValidationErrors();
        Set<ConfigurationProperty> bound = new LinkedHashSet<>(errors.getBoundProperties());
        List<String> lines = new ArrayList<>();
        errors.forEach(error -> {
            BrokenRule rule = BrokenRule.of(errors, error);
            if (rule != null) {
                lines.add(line(rule));
                return;
            }
            String prefix = errors.getName().toString();
            String name = error instanceof FieldError field ? prefix + "." + dotted(field.getField()) : prefix;
            ConfigurationPropertyName fullName = ConfigurationPropertyName.adapt(name, '.');
            lines.add(bound.stream()
                    .filter(property -> property.getName().equals(fullName))
                    .findFirst()
                    .map(property -> line(property, error.getDefaultMessage()))
                    .orElse(SettingNames.dashed(name) + ": " + error.getDefaultMessage()));
        });
        return lines;
    }

    /** {@code backends[drone].baseUrl} as {@code backends.drone.baseUrl}; numbers of lists stay as they are. */
    private static String dotted(String field) {
        return field.replaceAll("\\[(\\D[^\\]]*)]", ".$1");
    }

    private static String line(BrokenRule rule) {
        return rule.settings().stream().map(WrongSetting::withValue).collect(Collectors.joining(", "))
                + ": "
                + rule.words()
                + rule.settings().stream().map(WrongSetting::place).distinct().collect(Collectors.joining());
    }

    private static String line(ConfigurationProperty property, @Nullable String fault) {
        return withValue(property) + ": " + fault + place(property);
    }

    private static String withValue(ConfigurationProperty property) {
        String name = property.getName().toString();
        return isSecret(name) ? name : name + "=" + property.getValue();
    }

    private static String place(ConfigurationProperty property) {
        Origin origin =
                property.getOrigin() instanceof PropertySourceOrigin source ? source.getOrigin() : property.getOrigin();
        return origin instanceof TextResourceOrigin file ? " (" + file + ")" : "";
    }

    /** Whether the value of a property is not to be shown. */
    public static boolean isSecret(String property) {
        return SECRET.matcher(property).matches();
    }

    private static SettingNames names() {
        return SettingNames.read(WrongSetting.class.getClassLoader());
    }
}
