package io.dronedelivery.messaging.drain;

import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Drains all beans of type {@link Drainable} when the application ends, or on request by HTTP. */
@AutoConfiguration
@EnableConfigurationProperties(DrainProperties.class)
class DrainAutoConfiguration {

    private static final Duration SPRING_S_OWN = Duration.ofSeconds(30);

    @Bean
    Drain drain(ObjectProvider<Drainable> parts, ApplicationContext context) {
        return new Drain(
                parts.stream().toList(),
                () -> AvailabilityChangeEvent.publish(context, ReadinessState.REFUSING_TRAFFIC));
    }

    @Bean
    DrainLifecycle drainLifecycle(Drain drain, DrainProperties properties, Environment environment) {
        Duration phase =
                environment.getProperty("spring.lifecycle.timeout-per-shutdown-phase", Duration.class, SPRING_S_OWN);
        // A little less than Spring waits, so that unfinished work can still be reported.
        Duration most = phase.multipliedBy(9).dividedBy(10);
        return new DrainLifecycle(drain, most.compareTo(properties.timeout()) < 0 ? most : properties.timeout());
    }

    /** Only in applications with HTTP. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    static class DrainHttp {

        @Bean
        DrainController drainController(Drain drain, DrainProperties properties) {
            return new DrainController(drain, properties);
        }
    }
}
