package io.dronedelivery.messaging.dispatch;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether anything is configured below {@code messaging.dispatch}. */
final class OnDispatchCondition extends SpringBootCondition {

    private static final String PREFIX = "messaging.dispatch";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        boolean configured = Binder.get(context.getEnvironment())
                .bind(PREFIX, Bindable.mapOf(String.class, Object.class))
                .isBound();
        ConditionMessage.Builder message = ConditionMessage.forCondition("Dispatcher");
        return configured
                ? ConditionOutcome.match(message.foundExactly(PREFIX))
                : ConditionOutcome.noMatch(message.didNotFind(PREFIX).atAll());
    }
}
