package io.dronedelivery.invoice.pricing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Only when months are priced by workers behind a queue, whichever it is. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(ConditionalOnPricingQueue.Configured.class)
public @interface ConditionalOnPricingQueue {

    /** {@code invoice.pricing.queue} is there and not {@code none}. */
    final class Configured implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            String queue = context.getEnvironment().getProperty("invoice.pricing.queue", "none");
            return !queue.equalsIgnoreCase("none");
        }
    }
}
