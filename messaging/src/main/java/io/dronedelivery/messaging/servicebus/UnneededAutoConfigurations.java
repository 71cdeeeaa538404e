package io.dronedelivery.messaging.servicebus;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * Leaves out what Spring Cloud Stream, Spring Integration and Spring Cloud Azure would configure although nothing needs it: everything
 * unless Service Bus is the broker, and then everything but the bindings. An application that wants more of it names the beginnings of
 * those classes' names in {@code messaging.servicebus.keep-auto-configurations}.
 */
final class UnneededAutoConfigurations implements AutoConfigurationImportFilter, EnvironmentAware {

    private static final List<String> FAMILIES = List.of(
            "org.springframework.cloud.stream.",
            "org.springframework.cloud.function.",
            "org.springframework.boot.autoconfigure.integration.",
            "com.azure.spring.cloud.");

    private static final Set<String> NEEDED = Set.of(
            "org.springframework.cloud.stream.config.BindingServiceConfiguration",
            "org.springframework.cloud.stream.function.FunctionConfiguration",
            "org.springframework.cloud.function.context.config.ContextFunctionCatalogAutoConfiguration",
            "org.springframework.boot.autoconfigure.integration.IntegrationAutoConfiguration",
            "com.azure.spring.cloud.stream.binder.servicebus.implementation.config"
                    + ".ExtendedBindingHandlerMappingsProviderConfiguration");

    private Set<String> needed = Set.of();
    private List<String> kept = List.of();

    @Override
    public void setEnvironment(Environment environment) {
        needed = "servicebus".equalsIgnoreCase(environment.getProperty("messaging.broker")) ? NEEDED : Set.of();
        kept = List.of(environment.getProperty(
                "messaging.servicebus.keep-auto-configurations", String[].class, new String[0]));
    }

    @Override
    public boolean[] match(@Nullable String[] autoConfigurationClasses, AutoConfigurationMetadata metadata) {
        boolean[] matches = new boolean[autoConfigurationClasses.length];
        for (int i = 0; i < matches.length; i++) {
            String name = autoConfigurationClasses[i];
            matches[i] = name == null || isWanted(name);
        }
        return matches;
    }

    private boolean isWanted(String name) {
        return FAMILIES.stream().noneMatch(name::startsWith)
                || needed.contains(name)
                || kept.stream().anyMatch(name::startsWith);
    }
}
