package io.dronedelivery.gateway.openapi;

import io.dronedelivery.gateway.aggregation.Aggregations;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

    @Bean
    OpenAPI gatewayApi() {
        return new OpenAPI()
                .info(new Info()
                        .title("Drone Delivery")
                        .version("v1")
                        .description("One call in, parallel calls out, one answer back.")
                        .license(new License().name("Apache-2.0")));
    }

    @Bean
    OpenApiCustomizer aggregationOpenApi(Aggregations aggregations) {
        return new AggregationOpenApi(aggregations);
    }
}
