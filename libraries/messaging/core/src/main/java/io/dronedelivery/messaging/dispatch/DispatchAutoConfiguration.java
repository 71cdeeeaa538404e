package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.BrokerKind;
import io.dronedelivery.messaging.MessagingProperties;
import io.dronedelivery.messaging.event.BrokerConnections;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/** The dispatcher, in an application that configures {@code messaging.dispatch}, and the configured sinks. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
        })
@Conditional(OnDispatchCondition.class)
@EnableConfigurationProperties({DispatchProperties.class, MessagingProperties.class})
class DispatchAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(DispatchAutoConfiguration.class);

    @Bean
    @ConditionalOnMissingBean
    BoundedDispatcher boundedDispatcher(
            DispatchProperties properties,
            MessagingProperties messaging,
            ObjectProvider<EventPublisher> publisher,
            ObjectProvider<BrokerConnections> connections,
            ObjectProvider<PostgresSink> messageLog,
            ObjectProvider<MessageSpans> spans,
            ObjectProvider<MeterRegistry> meters) {
        List<DispatchSink> sinks = properties.sinks().stream()
                .distinct()
                .sorted()
                .map(kind -> switch (kind) {
                    case BROKER ->
                        DispatchSink.broker(
                                nameOf(messaging.broker()), publisher.getObject(), connections.getIfAvailable());
                    case POSTGRES -> messageLog.getObject();
                })
                .toList();
        return new BoundedDispatcher(
                sinks,
                properties,
                spans.getIfAvailable(() -> MessageSpans.none(nameOf(messaging.broker()))),
                meters.getIfAvailable(() -> Metrics.globalRegistry));
    }

    private static String nameOf(BrokerKind broker) {
        return broker.name().toLowerCase(Locale.ROOT);
    }

    /** The message log, in an application that has its driver. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = {"io.r2dbc.pool.ConnectionPool", "io.r2dbc.postgresql.PostgresqlConnectionFactory"})
    @Conditional(OnPostgresSinkCondition.class)
    @EnableConfigurationProperties(MessageLogProperties.class)
    static class MessageLog {

        /** The dispatcher closes it, and closes first. */
        @Bean(destroyMethod = "")
        PostgresSink postgresSink(MessageLogProperties properties) {
            return new PostgresSink(new MessageLogConnections(properties), properties.retention());
        }

        /** Opens the log in the background. The dispatcher retries writes that fail meanwhile. */
        @Bean
        SmartInitializingSingleton messageLogOpener(PostgresSink sink) {
            return () -> sink.open()
                    .subscribe(
                            nothing -> {},
                            failure -> log.warn("The message log cannot be written yet: {}", failure.toString()));
        }
    }
}
