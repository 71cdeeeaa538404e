package io.dronedelivery.localservicebus.entity;

import io.dronedelivery.localservicebus.filter.Rule;
import io.dronedelivery.localservicebus.filter.RuleAction;
import io.dronedelivery.localservicebus.filter.RuleFilter;
import io.dronedelivery.localservicebus.filter.SystemProperty;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A rule whose properties must all be equal to those of a message. */
public final class CorrelationRule {
    private final String name;
    private final Map<SystemProperty, String> system = new EnumMap<>(SystemProperty.class);
    private final Map<String, Object> application = new LinkedHashMap<>();
    private @Nullable String action;

    private CorrelationRule(String name) {
        this.name = name;
    }

    public static CorrelationRule named(String name) {
        return new CorrelationRule(name);
    }

    /** The required value of a system property. */
    public CorrelationRule system(SystemProperty property, String value) {
        system.put(property, value);
        return this;
    }

    public CorrelationRule label(String value) {
        return system(SystemProperty.LABEL, value);
    }

    public CorrelationRule correlationId(String value) {
        return system(SystemProperty.CORRELATION_ID, value);
    }

    /** The required value of an application property: text, a number, a boolean, a time ({@code Date}) or a UUID. */
    public CorrelationRule property(String key, Object value) {
        application.put(key, value);
        return this;
    }

    /** An SQL action on the copy of the message. */
    public CorrelationRule action(String sql) {
        action = sql;
        return this;
    }

    Rule build(String entity) {
        try {
            return new Rule(
                    name,
                    new RuleFilter.Correlation(system, application),
                    action == null ? null : RuleAction.sql(action));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("rule '%s' of %s: %s".formatted(name, entity, e.getMessage()), e);
        }
    }
}
