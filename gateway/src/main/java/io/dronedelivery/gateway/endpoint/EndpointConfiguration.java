package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.telemetry.RequestTracing;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationPredicate;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;

@Configuration(proxyBeanMethods = false)
class EndpointConfiguration {

    @Bean
    Router endpointRouter(List<Endpoint.Group> groups, MeterRegistry meters) {
        List<Endpoint> endpoints =
                groups.stream().<Endpoint>flatMap(group -> group.all().stream()).toList();
        return new Router(endpoints, meters);
    }

    @Bean
    RoutingFilter routingFilter(Router router, RequestTracing tracing) {
        return new RoutingFilter(router, tracing);
    }

    /** Endpoints record {@code http.server.requests} themselves, see {@link RequestMeters}; all else is observed as usual. */
    @Bean
    ObservationPredicate endpointsObserveThemselves(Router router) {
        return (name, context) -> !(context instanceof ServerRequestObservationContext request
                && request.getCarrier() != null
                && router.matches(request.getCarrier().getPath().pathWithinApplication()));
    }
}
