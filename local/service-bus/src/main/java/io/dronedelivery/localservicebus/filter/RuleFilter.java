package io.dronedelivery.localservicebus.filter;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decides whether a subscription accepts a message. */
public sealed interface RuleFilter {
    boolean matches(MessageView message);

    /** The filter that every message matches: that of the rule {@code $Default}. */
    static RuleFilter everything() {
        return new Sql("1=1", SqlParser.predicate("1=1"));
    }

    /**
     * A filter in the SQL dialect of Service Bus.
     *
     * @throws SqlSyntaxException with the position when the expression is invalid
     */
    static RuleFilter sql(String expression) {
        return new Sql(expression, SqlParser.predicate(expression));
    }

    /**
     * An SQL filter as text and as syntax tree.
     *
     * @param expression the text
     * @param predicate its syntax tree
     */
    record Sql(String expression, SqlExpression predicate) implements RuleFilter {
        @Override
        public boolean matches(MessageView message) {
            return Boolean.TRUE.equals(predicate.evaluate(message));
        }

        @Override
        public String toString() {
            return expression;
        }
    }

    /**
     * Compares properties for equality; all named properties must be equal.
     *
     * @param system system properties by their name in {@link SystemProperty}
     * @param application application properties; values compare as numbers, booleans or text, see {@code RuleValue}
     */
    record Correlation(Map<SystemProperty, String> system, Map<String, Object> application) implements RuleFilter {
        /**
         * Copies the maps. An empty filter is refused, because it would match everything by accident. A value that can equal no other is
         * refused, too.
         */
        public Correlation {
            if (system.isEmpty() && application.isEmpty()) {
                throw new IllegalArgumentException("a correlation filter must name at least one property");
            }
            system = Map.copyOf(system);
            Map<String, Object> values = new HashMap<>();
            application.forEach((name, value) -> values.put(name, RuleValue.of(name, value)));
            application = Map.copyOf(values);
        }

        /** The application properties in their AMQP form. */
        public Map<String, Object> properties() {
            Map<String, Object> properties = new HashMap<>(application);
            properties.replaceAll((name, value) -> SqlValues.property(value));
            return properties;
        }

        @Override
        public boolean matches(MessageView message) {
            return system.entrySet().stream()
                            .allMatch(wanted -> wanted.getValue().equals(message.system(wanted.getKey())))
                    && application.entrySet().stream()
                            .allMatch(wanted -> same(wanted.getValue(), message.application(wanted.getKey())));
        }

        private static boolean same(Object wanted, @Nullable Object found) {
            return found != null && Objects.equals(SqlValues.compare(wanted, found), 0);
        }
    }
}
