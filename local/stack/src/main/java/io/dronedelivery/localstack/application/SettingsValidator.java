package io.dronedelivery.localstack.application;

import io.dronedelivery.gateway.check.GatewayCheck;
import io.dronedelivery.servicekit.environment.SettingNames;
import io.dronedelivery.servicekit.environment.WrongSetting;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.bind.validation.ValidationBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.boot.validation.MessageInterpolatorFactory;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.util.ClassUtils;
import org.springframework.validation.Validator;
import org.springframework.validation.beanvalidation.LocalValidatorFactoryBean;

/**
 * Checks settings without a start: binds and validates those of this project, which takes a tenth of an application's start, and has the
 * gateway compile its aggregations.
 */
public final class SettingsValidator {

    /** Properties by their first word, and an application that reads them. The gateway stands for those that all read. */
    private static final Map<String, Application> READERS = Map.of(
            "delivery", Application.DELIVERY_SERVICE,
            "messaging", Application.DELIVERY_SERVICE,
            "cosmos", Application.DELIVERY_SERVICE,
            "drone", Application.DRONE_SERVICE,
            "invoice", Application.INVOICE_SERVICE);

    /** What the gateway compiles, which takes some seconds. */
    private static final Pattern COMPILED = Pattern.compile("--(gateway|security|server|service-kit)\\.");

    private SettingsValidator() {}

    /** The applications that read the arguments {@code --name=value}, one for each argument. */
    public static Set<Application> readersOf(List<String> arguments) {
        Set<Application> readers = EnumSet.noneOf(Application.class);
        arguments.forEach(argument -> readers.add(readerOf(argument)));
        return arguments.stream().anyMatch(SettingsValidator::addsFiles) ? EnumSet.allOf(Application.class) : readers;
    }

    /** Files may have settings of every application. */
    private static boolean addsFiles(String argument) {
        return argument.startsWith("--spring.config.") || argument.startsWith("--spring.profiles.");
    }

    private static Application readerOf(String argument) {
        String root = argument.substring("--".length()).replaceFirst("[.=\\[].*", "");
        return READERS.getOrDefault(root, Application.GATEWAY);
    }

    /**
     * What is wrong with the settings beside which the arguments are, a line for each; empty when nothing is. Values that are missing are not
     * reported: they may belong to a part that is off.
     *
     * @param properties the properties that an operator would set
     * @param arguments further {@code --name=value}, which override the properties
     */
    public static Optional<String> faults(
            Application application, Map<String, String> properties, List<String> arguments) {
        ClassLoader classes = SettingsValidator.class.getClassLoader();
        Binder binder = Binder.get(environment(application, properties, arguments));
        Map<String, String> records = SettingNames.read(classes).records();
        List<String> faults = prefixes(application, arguments, records.keySet())
                .distinct()
                .map(prefix -> fault(binder, type(records.get(prefix), classes)))
                .flatMap(String::lines)
                .filter(line -> line.matches("\\S+=.*"))
                .toList();
        if (faults.isEmpty()
                && application == Application.GATEWAY
                && arguments.stream()
                        .anyMatch(argument -> addsFiles(argument)
                                || COMPILED.matcher(argument).lookingAt())) {
            faults = GatewayCheck.faults(List.of(RunningApplication.commandLine(application, properties, arguments)));
        }
        return faults.stream().reduce((one, other) -> one + System.lineSeparator() + other);
    }

    /** Of the records that the arguments can have made invalid. */
    private static Stream<String> prefixes(Application application, List<String> arguments, Set<String> all) {
        if (arguments.stream().anyMatch(SettingsValidator::addsFiles)) {
            return all.stream().filter(prefix -> readerOf("--" + prefix) == application);
        }
        return arguments.stream()
                .filter(argument -> readerOf(argument) == application)
                .map(argument -> nearestRecord(argument.substring("--".length()), all))
                .flatMap(Optional::stream);
    }

    private static Class<?> type(@Nullable String name, ClassLoader classes) {
        return ClassUtils.resolveClassName(Objects.requireNonNull(name), classes);
    }

    /** The prefix of the settings that the argument is one of. */
    private static Optional<String> nearestRecord(String argument, Set<String> prefixes) {
        return prefixes.stream()
                .filter(prefix -> argument.startsWith(prefix + "."))
                .max(Comparator.comparingInt(String::length));
    }

    private static String fault(Binder binder, Class<?> type) {
        try {
            bind(binder, type);
            return "";
        } catch (BindException wrong) {
            return Objects.requireNonNull(WrongSetting.explain(wrong));
        }
    }

    private static void bind(Binder binder, Class<?> type) {
        ConfigurationProperties settings = type.getAnnotation(ConfigurationProperties.class);
        BindHandler handler = BindHandler.DEFAULT;
        if (!settings.ignoreUnknownFields()) {
            handler = new NoUnboundElementsBindHandler(handler, new UnboundElementsSourceFilter());
        }
        binder.bindOrCreate(
                settings.prefix().isEmpty() ? settings.value() : settings.prefix(),
                Bindable.of(type),
                new ValidationBindHandler(handler, validator()));
    }

    private static Validator validator() {
        LocalValidatorFactoryBean validator = new LocalValidatorFactoryBean();
        validator.setMessageInterpolator(new MessageInterpolatorFactory().getObject());
        validator.afterPropertiesSet();
        return validator;
    }

    private static StandardEnvironment environment(
            Application application, Map<String, String> properties, List<String> arguments) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new SimpleCommandLinePropertySource(
                        RunningApplication.commandLine(application, properties, arguments)));
        environment
                .getPropertySources()
                .addLast(new MapPropertySource(
                        "defaultProperties", Map.of("spring.config.name", application.label() + ",application")));
        ConfigDataEnvironmentPostProcessor.applyTo(environment);
        ConfigurationPropertySources.attach(environment);
        return environment;
    }
}
