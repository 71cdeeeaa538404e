package io.dronedelivery.invoice.pricing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches when workers behind any queue price months. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(ConditionalOnPricingQueue.Configured.class)
public @interface ConditionalOnPricingQueue {

    /** Matches when {@code invoice.pricing.queue} is set and is not {@code none}. */
    final class Configured implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            String queue = context.getEnvironment().getProperty("invoice.pricing.queue", "none");
            return !queue.equalsIgnoreCase("none");
        }
    }
}
