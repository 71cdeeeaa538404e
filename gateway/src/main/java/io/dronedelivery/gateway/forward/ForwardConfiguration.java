package io.dronedelivery.gateway.forward;

import io.dronedelivery.gateway.aggregation.Aggregations;
import io.dronedelivery.gateway.backend.Backends;
import io.dronedelivery.gateway.cache.AnswerCache;
import io.dronedelivery.gateway.contract.Contracts;
import io.dronedelivery.gateway.endpoint.Endpoint;
import io.dronedelivery.gateway.endpoint.ReservedPaths;
import io.dronedelivery.gateway.settings.GatewayProperties;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

@Configuration(proxyBeanMethods = false)
class ForwardConfiguration {

    /**
     * @param faults of all settings: forwards are compiled last
     * @param serverMaxRequestBody the server's own bound, which comes before that of a forward
     */
    @Bean
    Forwards forwards(
            GatewayProperties settings,
            Backends backends,
            Contracts contracts,
            Aggregations aggregations,
            ReservedPaths reserved,
            SettingFaults faults,
            @Value("${service-kit.max-request-body:256KB}") DataSize serverMaxRequestBody) {
        List<Forward> compiled =
                new ForwardCompiler(settings, backends, aggregations, reserved, serverMaxRequestBody, faults).compile();
        for (Forward forward : compiled) {
            contracts.check(
                    "gateway.forwards." + forward.name() + ".target",
                    forward.backend().name(),
                    forward.method().name(),
                    forward.target().path(),
                    faults);
        }
        faults.throwIfAny();
        return new Forwards(compiled);
    }

    @Bean
    OpenStreams openStreams() {
        return new OpenStreams();
    }

    @Bean
    Endpoint.EndpointGroup forwardEndpoints(
            Forwards forwards,
            Aggregations aggregations,
            AnswerCache answers,
            GatewayProperties settings,
            MeterRegistry meters,
            OpenStreams streams) {
        IncomingBodies room =
                new IncomingBodies(settings.limits().maxIncomingBodies().toBytes(), meters);
        return new Endpoint.EndpointGroup(forwards.all().stream()
                .map(forward -> new ForwardEndpoint(
                        forward,
                        settings.defaults().leastTime(),
                        room,
                        meters,
                        streams,
                        forward.method() != HttpMethod.GET
                                        && aggregations.keepAnswersOf(
                                                forward.backend().origin())
                                ? answers
                                : null))
                .toList());
    }
}
