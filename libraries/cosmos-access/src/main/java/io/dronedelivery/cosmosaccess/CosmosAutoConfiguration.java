package io.dronedelivery.cosmosaccess;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.CosmosClientTelemetryConfig;
import com.azure.cosmos.models.CosmosMetricCategory;
import com.azure.cosmos.models.CosmosMicrometerMetricsOptions;
import com.azure.spring.cloud.core.customizer.AzureServiceClientBuilderCustomizer;
import io.dronedelivery.servicekit.background.PeriodicWork;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.util.HashMap;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import reactor.core.publisher.Flux;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * One asynchronous client and the containers of {@code cosmos.containers}. Spring Cloud Azure configures the connection and finds its
 * credentials. An application without containers gets none of these beans.
 */
@AutoConfiguration(
        beforeName = "com.azure.spring.cloud.autoconfigure.implementation.cosmos.AzureCosmosAutoConfiguration",
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
        })
@ConditionalOnClass({CosmosAsyncClient.class, AzureServiceClientBuilderCustomizer.class})
@Conditional(OnContainersCondition.class)
@EnableConfigurationProperties(CosmosProperties.class)
class CosmosAutoConfiguration {

    /** The properties are a parameter, so that a wrong one fails before any connection. */
    @Bean
    CosmosAsyncClient cosmosAsyncClient(
            ObjectProvider<CosmosClientBuilder> builder, CosmosProperties properties, Environment environment) {
        return new ClientFactory(environment).build(builder);
    }

    /** Spring Cloud Azure would build a blocking client too, with its own connections and caches, and no code here uses it. */
    @Bean
    @Lazy
    CosmosClient cosmosClient(CosmosClientBuilder builder) {
        return builder.buildClient();
    }

    @Bean
    AzureServiceClientBuilderCustomizer<CosmosClientBuilder> cosmosTelemetry(
            MeterRegistry registry, Environment environment) {
        CosmosMicrometerMetricsOptions metrics = new CosmosMicrometerMetricsOptions()
                .meterRegistry(registry)
                .setMetricCategories(CosmosMetricCategory.OPERATION_SUMMARY, CosmosMetricCategory.REQUEST_SUMMARY)
                .enableHistogramsByDefault(false)
                .configureDefaultPercentiles();
        CosmosClientTelemetryConfig telemetry = new CosmosClientTelemetryConfig()
                .clientCorrelationId(environment.getProperty("spring.application.name", "application"))
                .metricsOptions(metrics);
        return builder -> builder.clientTelemetryConfig(telemetry).contentResponseOnWriteEnabled(false);
    }

    /** The database adds members to documents, so unknown members are allowed, even if a service rejects them in requests. */
    @Bean
    ContainerOpener containerOpener(
            CosmosAsyncClient client,
            CosmosProperties properties,
            Environment environment,
            MeterRegistry registry,
            OpenTelemetry telemetry,
            JsonMapper json) {
        return new ContainerOpener(
                client,
                databaseName(environment),
                environment,
                properties,
                registry,
                telemetry.getTracer("io.dronedelivery.cosmosaccess"),
                json.rebuild()
                        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                        .build());
    }

    @Bean
    CosmosContainers cosmosContainers(ContainerOpener opener, CosmosProperties properties) {
        Map<String, DocumentContainer> containers = new HashMap<>();
        properties.containers().forEach((name, settings) -> containers.put(name, opener.open(name, settings)));
        return new CosmosContainers(containers);
    }

    /** @param opened makes sure that the containers are open before */
    @Bean
    PeriodicWork cosmosGauges(ContainerOpener opener, CosmosContainers opened, CosmosProperties properties) {
        return new PeriodicWork(
                "Reading what the containers have",
                properties.gaugeInterval(),
                Flux.fromIterable(opener.gauges())
                        .concatMap(ContainerGauges::refresh)
                        .then());
    }

    @Bean
    CosmosHealthIndicator cosmosHealthIndicator(
            CosmosAsyncClient client, CosmosProperties properties, Environment environment) {
        return new CosmosHealthIndicator(client.getDatabase(databaseName(environment)), properties.healthInterval());
    }

    private static String databaseName(Environment environment) {
        return ClientFactory.required(environment, "spring.cloud.azure.cosmos.database");
    }
}
