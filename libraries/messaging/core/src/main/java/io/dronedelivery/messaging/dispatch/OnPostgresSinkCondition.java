package io.dronedelivery.messaging.dispatch;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether {@code messaging.dispatch.sinks} names the message log. */
final class OnPostgresSinkCondition extends SpringBootCondition {

    private static final String SINKS = "messaging.dispatch.sinks";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        boolean named =
                Binder.get(context.getEnvironment())
                        .bind(SINKS, Bindable.listOf(String.class))
                        .orElseGet(List::of)
                        .stream()
                        .anyMatch(sink -> sink.strip().equalsIgnoreCase(SinkKind.POSTGRES.name()));
        return new ConditionOutcome(
                named,
                ConditionMessage.forCondition("Message log")
                        .because(SINKS + (named ? " names" : " does not name") + " postgres"));
    }
}
