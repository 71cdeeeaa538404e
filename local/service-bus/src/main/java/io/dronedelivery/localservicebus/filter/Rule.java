package io.dronedelivery.localservicebus.filter;

import org.jspecify.annotations.Nullable;

/**
 * A rule of a subscription.
 *
 * @param filter which messages match
 * @param action the change of the subscription's copy, or null
 */
public record Rule(String name, RuleFilter filter, @Nullable RuleAction action) {
    /** The name of a subscription's rule when none is declared. */
    public static final String DEFAULT_NAME = "$Default";

    /** The rule that matches every message. */
    public static Rule defaultRule() {
        return new Rule(DEFAULT_NAME, RuleFilter.everything(), null);
    }
}
