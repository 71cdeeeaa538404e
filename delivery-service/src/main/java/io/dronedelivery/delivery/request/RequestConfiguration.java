package io.dronedelivery.delivery.request;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jackson.autoconfigure.JsonFactoryBuilderCustomizer;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.type.LogicalType;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({IdempotencyProperties.class, AcceptedTariff.class})
class RequestConfiguration {

    /**
     * Refuses a JSON number where text is expected, and blank text where true or false is expected. Spring Boot has no properties for this.
     */
    @Bean
    JsonMapperBuilderCustomizer literalJson() {
        return json -> json.withCoercionConfig(
                        LogicalType.Textual,
                        text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
                .withCoercionConfig(LogicalType.Boolean, truth -> truth.setAcceptBlankAsEmpty(false));
    }

    /** Refuses JSON that is not UTF-8. */
    @Bean
    JsonFactoryBuilderCustomizer utf8Json() {
        return factory -> factory.disable(TokenStreamFactory.Feature.CHARSET_DETECTION);
    }
}
