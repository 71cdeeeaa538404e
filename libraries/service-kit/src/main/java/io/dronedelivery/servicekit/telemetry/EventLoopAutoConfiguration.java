package io.dronedelivery.servicekit.telemetry;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ReactorResourceFactory;

/** Watches the event loops of a web server. */
@AutoConfiguration(
        after = {
            CompositeMeterRegistryAutoConfiguration.class,
            SimpleMetricsExportAutoConfiguration.class,
            NettyReactiveWebServerAutoConfiguration.class
        })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnBean({MeterRegistry.class, ReactorResourceFactory.class})
class EventLoopAutoConfiguration {

    @Bean
    EventLoopDelay eventLoopDelay(ReactorResourceFactory resources, MeterRegistry registry) {
        return new EventLoopDelay(resources.getLoopResources(), registry);
    }
}
