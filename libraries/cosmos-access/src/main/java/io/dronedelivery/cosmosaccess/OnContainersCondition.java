package io.dronedelivery.cosmosaccess;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches when {@code cosmos.containers} names at least one container. */
final class OnContainersCondition extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        boolean named = Binder.get(context.getEnvironment())
                .bind("cosmos.containers", Bindable.mapOf(String.class, Object.class))
                .isBound();
        return new ConditionOutcome(
                named,
                ConditionMessage.forCondition("Cosmos containers").because("cosmos.containers is set: " + named));
    }
}
