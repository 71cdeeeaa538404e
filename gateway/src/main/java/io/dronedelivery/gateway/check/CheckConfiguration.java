package io.dronedelivery.gateway.check;

import io.dronedelivery.gateway.settings.SettingFaults;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Set;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementServerProperties;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleProperties;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.webflux.autoconfigure.WebFluxProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ReactorResourceFactory;

/** What the configurations of {@link #COMPILING} need, without a server, telemetry and clients. No {@code @Configuration}: a gateway that starts must not find it. */
// After the configurations below, because the gateway's own bundles take the place of Spring Boot's.
@ImportAutoConfiguration(SslAutoConfiguration.class)
@EnableConfigurationProperties({
    ServerProperties.class,
    ManagementServerProperties.class,
    LifecycleProperties.class,
    WebFluxProperties.class
})
class CheckConfiguration {

    /** The configurations of a start that read, check and compile settings. By name, because they are no API. */
    static final Set<String> COMPILING = Set.of(
            "io.dronedelivery.gateway.settings.SettingsConfiguration",
            "io.dronedelivery.gateway.tls.TlsConfiguration",
            "io.dronedelivery.gateway.contract.ContractConfiguration",
            "io.dronedelivery.gateway.backend.BackendConfiguration",
            "io.dronedelivery.gateway.endpoint.EndpointConfiguration",
            "io.dronedelivery.gateway.aggregation.AggregationConfiguration",
            "io.dronedelivery.gateway.forward.ForwardConfiguration",
            "io.dronedelivery.servicekit.security.CallersAutoConfiguration",
            "io.dronedelivery.servicekit.edge.WebAutoConfiguration");

    @Bean
    BindFaults bindFaults(SettingFaults faults) {
        return new BindFaults(faults);
    }

    @Bean
    MeterRegistry meters() {
        return new SimpleMeterRegistry();
    }

    @Bean
    ReactorResourceFactory resources() {
        ReactorResourceFactory resources = new ReactorResourceFactory();
        // Its loops have had nothing to do, so nothing has to come to an end.
        resources.setShutdownQuietPeriod(Duration.ZERO);
        return resources;
    }
}
