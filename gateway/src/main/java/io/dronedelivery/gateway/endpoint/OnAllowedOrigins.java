package io.dronedelivery.gateway.endpoint;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Without an allowed origin there is no filter that every request would pass. */
final class OnAllowedOrigins extends SpringBootCondition {

    private static final String PROPERTY = "gateway.cors.allowed-origins";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        List<String> origins = Binder.get(context.getEnvironment())
                .bind(PROPERTY, Bindable.listOf(String.class))
                .orElse(List.of());
        return new ConditionOutcome(
                !origins.isEmpty(), ConditionMessage.forCondition("CORS").because(PROPERTY + " is " + origins));
    }
}
