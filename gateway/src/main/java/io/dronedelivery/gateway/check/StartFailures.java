package io.dronedelivery.gateway.check;

import io.dronedelivery.gateway.check.CheckedSettings.FoundFault;
import io.dronedelivery.gateway.check.SettingPlaces.SettingPlace;
import io.dronedelivery.servicekit.environment.SettingFiles.UnreadableFileException;
import io.dronedelivery.servicekit.environment.WrongSetting;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Failures that are not those of one property, in the words that a start has for them. */
final class StartFailures {

    private StartFailures() {}

    static FoundFault fault(RuntimeException failure, ConfigurableApplicationContext context) {
        UnreadableFileException file = find(UnreadableFileException.class, failure);
        MarkedYAMLException yaml = find(MarkedYAMLException.class, failure);
        if (file != null && yaml != null) {
            SettingPlace place = place(file.resource(), yaml.getProblemMark());
            return new FoundFault(place, null, null, "is no YAML: " + yaml.getProblem());
        }
        BindException bind = find(BindException.class, failure);
        if (bind != null) {
            String property = bind.getName().toString();
            return new FoundFault(
                    new SettingPlaces(context.getEnvironment()).find(property),
                    property,
                    bind.getProperty() == null || WrongSetting.isSecret(property)
                            ? null
                            : String.valueOf(bind.getProperty().getValue()),
                    BindFaults.reason(bind));
        }
        for (FailureAnalyzer analyzer : analyzers(context)) {
            FailureAnalysis analysis = analyzer.analyze(failure);
            if (analysis != null && analysis.getDescription() != null) {
                String description = analysis.getDescription().strip();
                String action = analysis.getAction() == null ? "" : analysis.getAction();
                String words = description + (description.endsWith(".") ? " " : ". ") + action;
                return new FoundFault(null, null, null, words.replaceAll("\\s+", " "));
            }
        }
        return new FoundFault(null, null, null, String.valueOf(NestedExceptionUtils.getMostSpecificCause(failure)));
    }

    /** The cause of that type, null when there is none. */
    static <T extends Throwable> @Nullable T find(Class<T> type, Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }

    private static List<FailureAnalyzer> analyzers(ConfigurableApplicationContext context) {
        return SpringFactoriesLoader.forDefaultResourceLocation()
                .load(
                        FailureAnalyzer.class,
                        ArgumentResolver.of(BeanFactory.class, context.getBeanFactory())
                                .and(Environment.class, context.getEnvironment()),
                        (type, name, failure) -> {
                            // One that needs what is not there has nothing to say.
                        });
    }

    private static SettingPlace place(Resource file, @Nullable Mark mark) {
        String name = SettingPlaces.name(file);
        return mark == null
                ? new SettingPlace(name, 0, 0)
                : new SettingPlace(name, mark.getLine() + 1, mark.getColumn() + 1);
    }
}
