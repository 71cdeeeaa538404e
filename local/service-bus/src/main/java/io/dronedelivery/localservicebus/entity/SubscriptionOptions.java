package io.dronedelivery.localservicebus.entity;

import io.dronedelivery.localservicebus.filter.Rule;
import io.dronedelivery.localservicebus.filter.RuleAction;
import io.dronedelivery.localservicebus.filter.RuleFilter;
import io.dronedelivery.localservicebus.filter.SqlSyntaxException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Settings of a subscription. */
public final class SubscriptionOptions extends ReceivingEntityOptions<SubscriptionOptions> {
    private final List<Rule> rules = new ArrayList<>();

    SubscriptionOptions(String entity) {
        super(entity);
    }

    @Override
    SubscriptionOptions self() {
        return this;
    }

    /**
     * Accepts messages that match an SQL filter, in addition to those of other rules.
     *
     * @throws IllegalArgumentException with the position when the filter is invalid
     */
    public SubscriptionOptions sqlRule(String name, String filter) {
        return sqlRule(name, filter, null);
    }

    /**
     * Accepts messages that match an SQL filter, and changes its copy of them by an SQL action.
     *
     * @throws IllegalArgumentException with the position when filter or action are invalid
     */
    public SubscriptionOptions sqlRule(String name, String filter, @Nullable String action) {
        try {
            return rule(new Rule(name, RuleFilter.sql(filter), action == null ? null : RuleAction.sql(action)));
        } catch (SqlSyntaxException e) {
            throw new IllegalArgumentException("rule '%s' of %s: %s".formatted(name, entity(), e.getMessage()), e);
        }
    }

    /** Accepts messages whose properties equal those of a correlation filter, such as {@code CorrelationRule.named("r").label("x")}. */
    public SubscriptionOptions correlationRule(CorrelationRule rule) {
        return rule(rule.build(entity()));
    }

    private SubscriptionOptions rule(Rule rule) {
        if (rules.stream().anyMatch(other -> other.name().equals(rule.name()))) {
            throw new IllegalArgumentException("%s has two rules named '%s'".formatted(entity(), rule.name()));
        }
        rules.add(rule);
        return this;
    }

    List<Rule> rules() {
        return rules.isEmpty() ? List.of(Rule.defaultRule()) : List.copyOf(rules);
    }
}
