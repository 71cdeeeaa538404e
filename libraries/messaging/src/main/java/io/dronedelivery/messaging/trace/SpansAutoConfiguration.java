package io.dronedelivery.messaging.trace;

import io.dronedelivery.messaging.MessagingProperties;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.observation.ObservationRegistry;
import java.util.Locale;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** The spans of messages, where the application observes. */
@AutoConfiguration
@EnableConfigurationProperties(MessagingProperties.class)
class SpansAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    MessageSpans messageSpans(MessagingProperties messaging, ObjectProvider<ObservationRegistry> observations) {
        return new MessageSpans(
                observations.getIfAvailable(() -> ObservationRegistry.NOOP),
                messaging.broker().name().toLowerCase(Locale.ROOT));
    }

    /** Every message is in meters of its own already; those that observations make would count the sampled ones only. */
    @Bean
    static MeterFilter spansAreNoMeters() {
        return MeterFilter.deny(id -> MessageSpans.isOfSpan(id.getName()));
    }
}
