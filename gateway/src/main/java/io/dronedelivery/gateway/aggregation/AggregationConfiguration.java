package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.Backends;
import io.dronedelivery.gateway.settings.GatewayProperties;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationPredicate;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;

@Configuration(proxyBeanMethods = false)
class AggregationConfiguration {

    @Bean
    Aggregations aggregations(GatewayProperties settings, Backends backends, ObjectProvider<Aggregation> beans) {
        SettingFaults faults = new SettingFaults();
        List<Aggregation> configured = new AggregationCompiler(settings, backends, faults).compile();
        faults.throwIfAny();
        return new Aggregations(
                Stream.concat(configured.stream(), beans.orderedStream()).toList());
    }

    @Bean
    AggregationRouter aggregationRouter(Aggregations aggregations, MeterRegistry meters) {
        return new AggregationRouter(aggregations.all().stream()
                .map(aggregation -> new AggregationEndpoint(aggregation, meters))
                .toList());
    }

    @Bean
    AggregationFilter aggregationFilter(AggregationRouter router) {
        return new AggregationFilter(router);
    }

    /** Aggregations record {@code http.server.requests} themselves, see {@link RequestMeters}; all else is observed as usual. */
    @Bean
    ObservationPredicate aggregationsObserveThemselves(AggregationRouter router) {
        return (name, context) -> !(context instanceof ServerRequestObservationContext request
                && request.getCarrier() != null
                && router.matches(request.getCarrier().getPath().pathWithinApplication()));
    }
}
