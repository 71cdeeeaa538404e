package io.dronedelivery.messaging.servicebus;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Leaves out auto-configurations of Spring Cloud Stream, Spring Integration and Spring Cloud Azure that no part needs. Without Service Bus
 * all are left out; with Service Bus all except the bindings. An application that needs more of them lists the prefixes of their class
 * names in {@code messaging.servicebus.keep-auto-configurations}.
 */
final class UnneededAutoConfigurations implements AutoConfigurationImportFilter, EnvironmentAware {

    private static final String AZURE = "com.azure.spring.cloud.autoconfigure.";
    /** This one brings the common parts of Spring Cloud Azure by itself, and needs them. */
    private static final String COSMOS = "com.azure.cosmos.CosmosAsyncClient";

    private static final List<String> AZURE_MESSAGING = List.of(
            AZURE + "implementation.servicebus.",
            AZURE + "implementation.eventhubs.",
            AZURE + "implementation.kafka.",
            AZURE + "implementation.messaging.",
            AZURE + "implementation.jms.",
            AZURE + "implementation.resourcemanager.");

    private static final List<String> WITHOUT_SERVICE_BUS = List.of(
            "org.springframework.cloud.stream.",
            "org.springframework.cloud.function.",
            "org.springframework.boot.integration.autoconfigure.",
            "com.azure.spring.cloud.stream.");

    /**
     * Auto-configurations only, although Spring also asks for the classes that they import. The binder itself imports the parts of Azure
     * that it needs.
     */
    private static final List<String> WITH_SERVICE_BUS = List.of(
            "org.springframework.cloud.stream.config.BindersHealthIndicatorAutoConfiguration",
            "org.springframework.cloud.stream.config.ChannelsEndpointAutoConfiguration",
            "org.springframework.cloud.stream.config.BindingsEndpointAutoConfiguration",
            "org.springframework.cloud.function.context.config.KotlinLambdaToFunctionAutoConfiguration",
            "org.springframework.cloud.function.context.config.FunctionsEndpointAutoConfiguration",
            "org.springframework.cloud.function.observability.");

    private List<String> unneeded = List.of();
    private List<String> kept = List.of();

    @Override
    public void setEnvironment(Environment environment) {
        boolean serviceBus = "servicebus".equalsIgnoreCase(environment.getProperty("messaging.broker"));
        boolean cosmos = ClassUtils.isPresent(COSMOS, UnneededAutoConfigurations.class.getClassLoader());
        unneeded = Stream.concat(
                        (serviceBus ? WITH_SERVICE_BUS : WITHOUT_SERVICE_BUS).stream(),
                        cosmos ? AZURE_MESSAGING.stream() : Stream.of(AZURE))
                .toList();
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
        return unneeded.stream().noneMatch(name::startsWith) || kept.stream().anyMatch(name::startsWith);
    }
}
