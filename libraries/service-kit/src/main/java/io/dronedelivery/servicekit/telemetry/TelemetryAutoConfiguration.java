package io.dronedelivery.servicekit.telemetry;

import ch.qos.logback.classic.LoggerContext;
import com.azure.core.credential.TokenCredential;
import com.azure.identity.DefaultAzureCredentialBuilder;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.EventListener;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.micrometer.tracing.otel.bridge.Slf4JEventListener;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.instrumentation.micrometer.v1_5.OpenTelemetryMeterRegistry;
import java.util.List;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.micrometer.metrics.actuate.endpoint.MetricsEndpoint;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsEndpointAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ApplicationEventMulticaster;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import reactor.netty.http.client.HttpClient;

/**
 * The bean {@link OpenTelemetry}. With {@value OnConnectionString#PROPERTY} it sends to Application Insights, and Micrometer's
 * observations and meters go to it; without, it does nothing, has no threads, and Micrometer does not know of it.
 */
@AutoConfiguration(
        after = MetricsAutoConfiguration.class,
        before = {
            CompositeMeterRegistryAutoConfiguration.class,
            MetricsEndpointAutoConfiguration.class,
            MicrometerTracingAutoConfiguration.class,
            ObservationAutoConfiguration.class
        })
class TelemetryAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    OpenTelemetry openTelemetryOfNothing() {
        return OpenTelemetry.noop();
    }

    @Configuration(proxyBeanMethods = false)
    @Conditional(OnConnectionString.class)
    @EnableConfigurationProperties(TelemetryProperties.class)
    static class ExportConfiguration {

        private static final String SCOPE = "io.dronedelivery";

        /** A bean of {@link MetricsAutoConfiguration}. */
        private static final String METER_REGISTRY_CLOSER = "meterRegistryCloser";

        @Bean(destroyMethod = "close")
        TelemetryExport telemetryExport(
                TelemetryProperties settings, Environment environment, ObjectProvider<TokenCredential> identity) {
            return TelemetryExport.start(
                    OnConnectionString.connectionString(environment),
                    name(environment),
                    settings,
                    settings.identity()
                            ? identity.getIfUnique(() -> new DefaultAzureCredentialBuilder().build())
                            : null,
                    HttpClient::create);
        }

        private static String name(Environment environment) {
            return environment.getProperty("spring.application.name", "application");
        }

        /** Closed by the export, which flushes it first. */
        @Bean(destroyMethod = "")
        OpenTelemetry openTelemetry(TelemetryExport export) {
            return export.sdk();
        }

        /** Closed before the export, which then flushes it. */
        @Bean(destroyMethod = "close")
        LogExport logExport(
                OpenTelemetry openTelemetry, TelemetryProperties settings, Environment environment, BeanFactory beans) {
            List<String> packages =
                    AutoConfigurationPackages.has(beans) ? AutoConfigurationPackages.get(beans) : List.of();
            return LogExport.start(
                    openTelemetry,
                    (LoggerContext) LoggerFactory.getILoggerFactory(),
                    name(environment),
                    packages,
                    settings.logs().level());
        }

        /**
         * Spring Boot closes all meters before the last requests have ended, and what these count would be lost. Without that listener the
         * registries are closed like other beans, after those that use them.
         */
        @Bean
        static SmartInitializingSingleton metersUntilTheEnd(
                ConfigurableListableBeanFactory beans, ApplicationEventMulticaster events) {
            return () -> {
                if (beans.containsSingleton(METER_REGISTRY_CLOSER)) {
                    events.removeApplicationListener(beans.getBean(METER_REGISTRY_CLOSER, ApplicationListener.class));
                    events.removeApplicationListenerBean(METER_REGISTRY_CLOSER);
                }
            };
        }

        /** Meters that are measured while the application ends have to be asked once more, so it is never closed. */
        @Bean(destroyMethod = "")
        MeterRegistry openTelemetryMeterRegistry(OpenTelemetry openTelemetry, TelemetryProperties settings) {
            MeterRegistry registry = OpenTelemetryMeterRegistry.create(openTelemetry);
            settings.export()
                    .without()
                    .forEach(start -> registry.config().meterFilter(MeterFilter.denyNameStartsWith(start)));
            return registry;
        }

        /** Of a registry that knows figures: Spring Boot's own shows what any one of them knows, and OpenTelemetry's knows nothing. */
        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnAvailableEndpoint
        MetricsEndpoint metricsEndpoint(MeterRegistry all, ObjectProvider<MeterRegistry> registries) {
            return new MetricsEndpoint(registries.stream()
                    .filter(registry -> registry != all && !(registry instanceof OpenTelemetryMeterRegistry))
                    .findFirst()
                    .orElse(all));
        }

        @Bean
        OtelCurrentTraceContext currentTraceContext() {
            return new OtelCurrentTraceContext();
        }

        @Bean
        OtelTracer tracer(OpenTelemetry openTelemetry, OtelCurrentTraceContext current) {
            EventListener traceIdsOfLogs = new Slf4JEventListener();
            return new OtelTracer(openTelemetry.getTracer(SCOPE), current, traceIdsOfLogs::onEvent);
        }

        @Bean
        OtelPropagator propagator(OpenTelemetry openTelemetry) {
            return new OtelPropagator(openTelemetry.getPropagators(), openTelemetry.getTracer(SCOPE));
        }

        @Bean
        @Order(MicrometerTracingAutoConfiguration.RECEIVER_TRACING_OBSERVATION_HANDLER_ORDER - 1)
        ServerSpans serverSpans(OtelTracer tracer, OtelPropagator propagator) {
            return new ServerSpans(tracer, propagator);
        }

        /** As Spring Boot's own, which is only there if there is no other bean of the type. */
        @Bean
        @Order(MicrometerTracingAutoConfiguration.RECEIVER_TRACING_OBSERVATION_HANDLER_ORDER)
        PropagatingReceiverTracingObservationHandler<?> receiverSpans(OtelTracer tracer, OtelPropagator propagator) {
            return new PropagatingReceiverTracingObservationHandler<>(tracer, propagator);
        }
    }
}
