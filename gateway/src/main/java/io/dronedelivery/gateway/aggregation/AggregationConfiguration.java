package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.Backends;
import io.dronedelivery.gateway.cache.AnswerCache;
import io.dronedelivery.gateway.contract.Contracts;
import io.dronedelivery.gateway.endpoint.Endpoint;
import io.dronedelivery.gateway.endpoint.ReservedPaths;
import io.dronedelivery.gateway.settings.GatewayProperties;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class AggregationConfiguration {

    @Bean
    Aggregations aggregations(
            GatewayProperties settings,
            Backends backends,
            Contracts contracts,
            ReservedPaths reserved,
            SettingFaults faults,
            ObjectProvider<Aggregation> beans) {
        List<Aggregation> configured =
                new AggregationCompiler(settings, backends, contracts, reserved, faults).compile();
        configured.forEach(new PartContracts(contracts, faults)::check);
        return new Aggregations(
                Stream.concat(configured.stream(), beans.orderedStream()).toList());
    }

    @Bean
    AnswerCache answerCache(GatewayProperties settings) {
        return new AnswerCache(settings.cache().maxSize());
    }

    @Bean
    Endpoint.EndpointGroup aggregationEndpoints(
            Aggregations aggregations, GatewayProperties settings, MeterRegistry meters, AnswerCache answers) {
        return new Endpoint.EndpointGroup(aggregations.all().stream()
                .map(aggregation -> new AggregationEndpoint(aggregation, settings.defaults(), meters, answers))
                .toList());
    }
}
