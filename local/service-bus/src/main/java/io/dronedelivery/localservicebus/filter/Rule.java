package io.dronedelivery.localservicebus.filter;

import org.jspecify.annotations.Nullable;

/**
 * A rule of a subscription: which messages it takes, and what it changes in its copy.
 *
 * @param name   the rule's name
 * @param filter which messages pass
 * @param action what is changed in the copy, or null
 */
public record Rule(String name, RuleFilter filter, @Nullable RuleAction action) {
    /** The name of the rule that a subscription has when none is declared. */
    public static final String DEFAULT_NAME = "$Default";

    /** The rule that takes everything. */
    public static Rule defaultRule() {
        return new Rule(DEFAULT_NAME, RuleFilter.everything(), null);
    }
}
