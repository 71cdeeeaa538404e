package io.dronedelivery.gateway.door;

import io.dronedelivery.gateway.aggregation.Aggregations;
import io.dronedelivery.gateway.door.Door.DoorEndpoint;
import io.dronedelivery.gateway.forward.Forwards;
import io.dronedelivery.gateway.settings.GatewayProperties;
import io.dronedelivery.servicekit.security.Callers;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "gateway.door.enabled", matchIfMissing = true)
class DoorConfiguration {

    /** The last mapping, so that any other handler at {@code /} is found before it. */
    @Bean
    SimpleUrlHandlerMapping door(
            Aggregations aggregations,
            Forwards forwards,
            GatewayProperties settings,
            Callers callers,
            JsonMapper mapper,
            Environment environment,
            @Value("${spring.application.name}") String application) {
        Door door = new Door(
                application,
                pathIf(environment, "springdoc.api-docs", "/v3/api-docs"),
                pathIf(environment, "springdoc.swagger-ui", "/swagger-ui.html"),
                settings.door().livePage(),
                callers.areAsked(),
                aggregations.all().stream().map(DoorEndpoint::of).toList(),
                forwards.all().stream().map(DoorEndpoint::of).toList());
        return new SimpleUrlHandlerMapping(Map.of("/", new DoorHandler(door, mapper)), Ordered.LOWEST_PRECEDENCE);
    }

    /** @param prefix of springdoc's settings of one thing that it serves */
    private static @Nullable String pathIf(Environment environment, String prefix, String usual) {
        return environment.getProperty(prefix + ".enabled", Boolean.class, true)
                ? environment.getProperty(prefix + ".path", usual)
                : null;
    }
}
