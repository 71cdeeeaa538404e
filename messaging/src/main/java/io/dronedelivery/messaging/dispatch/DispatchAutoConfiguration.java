package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.MessagingProperties;
import io.dronedelivery.messaging.event.BrokerConnections;
import io.dronedelivery.messaging.event.EventPublisher;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** The dispatcher, in an application that configures {@code messaging.dispatch}, and the sinks that it names. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.metrics.export.simple.SimpleMetricsExportAutoConfiguration"
        })
@Conditional(OnDispatchCondition.class)
@EnableConfigurationProperties({DispatchProperties.class, MessagingProperties.class})
class DispatchAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    BoundedDispatcher boundedDispatcher(
            DispatchProperties properties,
            MessagingProperties messaging,
            ObjectProvider<EventPublisher> publisher,
            ObjectProvider<BrokerConnections> connections,
            MeterRegistry meters) {
        List<DispatchSink> sinks = properties.sinks().stream()
                .distinct()
                .sorted(Comparator.naturalOrder())
                .map(kind -> DispatchSink.broker(
                        messaging.broker().name().toLowerCase(Locale.ROOT),
                        publisher.getObject(),
                        connections.getIfAvailable()))
                .toList();
        return new BoundedDispatcher(sinks, properties, meters);
    }
}
