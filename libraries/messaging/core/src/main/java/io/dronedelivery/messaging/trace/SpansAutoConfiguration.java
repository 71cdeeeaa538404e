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

/** The spans of messages, in applications with observations. */
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

    /** Every message is already counted in separate meters. Meters of observations would count only the sampled messages. */
    @Bean
    static MeterFilter spansAreNoMeters() {
        return MeterFilter.deny(id -> MessageSpans.isOfSpan(id.getName()));
    }
}
