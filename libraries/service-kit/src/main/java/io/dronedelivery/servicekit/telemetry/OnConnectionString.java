package io.dronedelivery.servicekit.telemetry;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches when a connection string is set. An empty one counts as none, so that a variable can be left empty. */
final class OnConnectionString extends SpringBootCondition {

    static final String PROPERTY = "applicationinsights.connection.string";

    static String connectionString(Environment environment) {
        return environment.getProperty(PROPERTY, "").strip();
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        boolean set = !connectionString(context.getEnvironment()).isEmpty();
        return new ConditionOutcome(
                set, ConditionMessage.forCondition("Telemetry").because(PROPERTY + " is set: " + set));
    }
}
