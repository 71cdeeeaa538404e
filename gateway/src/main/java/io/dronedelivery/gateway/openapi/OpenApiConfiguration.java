package io.dronedelivery.gateway.openapi;

import io.dronedelivery.gateway.aggregation.Aggregations;
import io.dronedelivery.gateway.contract.Contracts;
import io.dronedelivery.gateway.endpoint.DocumentationPaths;
import io.dronedelivery.gateway.forward.Forwards;
import io.dronedelivery.servicekit.security.Callers;
import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.info.Info;
import io.swagger.v3.oas.annotations.info.License;
import io.swagger.v3.oas.annotations.servers.Server;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@OpenAPIDefinition(
        info =
                @Info(
                        title = "Drone Delivery",
                        version = "v1",
                        description = "One call in, parallel calls out, one answer back.",
                        license = @License(name = "Apache-2.0", identifier = "Apache-2.0")),
        // springdoc would take the server from the first caller's Host, whatever that caller sent.
        servers = @Server(url = "/"))
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

    @Bean
    OpenApiCustomizer endpointsOpenApi(
            Aggregations aggregations, Forwards forwards, Contracts contracts, Callers callers) {
        return new EndpointsOpenApi(aggregations, forwards, contracts, new AccessOpenApi(callers.discoveryDocument()));
    }

    @Bean
    DocumentationFilter documentationFilter(DocumentationPaths paths) {
        return new DocumentationFilter(paths);
    }
}
