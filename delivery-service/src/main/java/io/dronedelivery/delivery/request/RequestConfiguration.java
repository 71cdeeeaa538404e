package io.dronedelivery.delivery.request;

import tools.jackson.core.JsonFactory;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.type.LogicalType;
import org.springframework.boot.jackson.autoconfigure.Jackson2ObjectMapperBuilderCustomizer;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(IdempotencyProperties.class)
class RequestConfiguration {

    /**
     * Refuses a JSON number where text is expected, blank text where true or false is expected, and JSON that is not UTF-8; for these
     * Spring Boot has no properties.
     */
    @Bean
    Jackson2ObjectMapperBuilderCustomizer literalJson() {
        return builder -> builder.postConfigurer(json -> {
            json.coercionConfigFor(LogicalType.Textual)
                    .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
            json.coercionConfigFor(LogicalType.Boolean).setAcceptBlankAsEmpty(false);
            json.getFactory().configure(JsonFactory.Feature.CHARSET_DETECTION, false);
        });
    }
}
