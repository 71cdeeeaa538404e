package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import io.dronedelivery.localservicebus.broker.Subscription;
import io.dronedelivery.localservicebus.filter.Rule;
import io.dronedelivery.localservicebus.filter.RuleAction;
import io.dronedelivery.localservicebus.filter.RuleFilter;
import io.dronedelivery.localservicebus.filter.SystemProperty;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.amqp.UnknownDescribedType;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.jspecify.annotations.Nullable;

record RuleOperations(Subscription subscription) {
    private static final UnsignedLong RULE = new UnsignedLong(0x0000013700000004L);
    private static final UnsignedLong NO_ACTION = new UnsignedLong(0x0000013700000005L);
    private static final UnsignedLong SQL_ACTION = new UnsignedLong(0x0000013700000006L);
    private static final UnsignedLong SQL_FILTER = new UnsignedLong(0x000001370000006L);
    private static final UnsignedLong CORRELATION_FILTER = new UnsignedLong(0x000001370000009L);

    /** The names in a request. Their order is that of the described list of a reply. */
    private static final List<Map.Entry<String, SystemProperty>> CORRELATION_FIELDS = List.of(
            Map.entry("correlation-id", SystemProperty.CORRELATION_ID),
            Map.entry("message-id", SystemProperty.MESSAGE_ID),
            Map.entry("to", SystemProperty.TO),
            Map.entry("reply-to", SystemProperty.REPLY_TO),
            Map.entry("label", SystemProperty.LABEL),
            Map.entry("session-id", SystemProperty.SESSION_ID),
            Map.entry("reply-to-session-id", SystemProperty.REPLY_TO_SESSION_ID),
            Map.entry("content-type", SystemProperty.CONTENT_TYPE));

    Map<String, Object> add(ManagementBody body) {
        ManagementBody description = ManagementBody.of(body.get("rule-description"), "rule-description");
        subscription.addRule(new Rule(body.text("rule-name"), filter(description), action(description)));
        return Map.of();
    }

    Map<String, Object> remove(ManagementBody body) {
        subscription.removeRule(body.text("rule-name"));
        return Map.of();
    }

    Map<String, Object> enumerate(ManagementBody body) {
        List<Map<String, Object>> rules = new ArrayList<>();
        subscription.rules().stream()
                .skip(body.number("skip"))
                .limit(body.number("top"))
                .forEach(rule -> rules.add(Map.of("rule-description", described(rule))));
        return rules.isEmpty() ? Map.of() : Map.of("rules", rules);
    }

    private static RuleFilter filter(ManagementBody description) {
        Object sql = description.get("sql-filter");
        if (sql != null) {
            return RuleFilter.sql(ManagementBody.of(sql, "sql-filter").text("expression"));
        }
        Object correlation = description.get("correlation-filter");
        if (correlation == null) {
            throw new BrokerRefusal(
                    Conditions.INVALID_FIELD, "'rule-description' must have a 'sql-filter' or a 'correlation-filter'.");
        }
        ManagementBody fields = ManagementBody.of(correlation, "correlation-filter");
        Map<SystemProperty, String> system = new EnumMap<>(SystemProperty.class);
        CORRELATION_FIELDS.forEach(field -> {
            String value = fields.optionalText(field.getKey());
            if (value != null) {
                system.put(field.getValue(), value);
            }
        });
        try {
            return new RuleFilter.Correlation(system, fields.map("properties"));
        } catch (IllegalArgumentException e) {
            throw new BrokerRefusal(Conditions.INVALID_FIELD, String.valueOf(e.getMessage()));
        }
    }

    private static @Nullable RuleAction action(ManagementBody description) {
        Object action = description.get("sql-rule-action");
        return action == null
                ? null
                : RuleAction.sql(ManagementBody.of(action, "sql-rule-action").text("expression"));
    }

    private static UnknownDescribedType described(Rule rule) {
        RuleAction action = rule.action();
        UnknownDescribedType describedAction = action == null
                ? new UnknownDescribedType(NO_ACTION, List.of())
                : new UnknownDescribedType(SQL_ACTION, List.of(action.expression()));
        return new UnknownDescribedType(RULE, List.of(described(rule.filter()), describedAction, rule.name()));
    }

    private static UnknownDescribedType described(RuleFilter filter) {
        if (filter instanceof RuleFilter.Sql sql) {
            return new UnknownDescribedType(SQL_FILTER, List.of(sql.expression()));
        }
        RuleFilter.Correlation correlation = (RuleFilter.Correlation) filter;
        List<@Nullable Object> fields = new ArrayList<>();
        CORRELATION_FIELDS.forEach(field -> fields.add(correlation.system().get(field.getValue())));
        fields.add(correlation.properties());
        return new UnknownDescribedType(CORRELATION_FILTER, fields);
    }
}
