package io.dronedelivery.gateway.telemetry;

import io.dronedelivery.gateway.settings.GatewayProperties;
import io.opentelemetry.api.OpenTelemetry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class GatewayTelemetryConfiguration {

    @Bean
    RequestTracing requestTracing(ObjectProvider<OpenTelemetry> telemetry, GatewayProperties settings) {
        return new RequestTracing(
                telemetry.getIfAvailable(OpenTelemetry::noop),
                settings.telemetry().userHeader());
    }
}
