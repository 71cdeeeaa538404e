package io.dronedelivery.localservicebus.management;

import io.dronedelivery.localservicebus.filter.Rule;
import io.dronedelivery.localservicebus.filter.RuleAction;
import io.dronedelivery.localservicebus.filter.RuleFilter;
import io.dronedelivery.localservicebus.filter.SystemProperty;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Date;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

final class RuleXml {
    /** The version of the language that Service Bus reports for all filters. */
    private static final String LEVEL = "<CompatibilityLevel>20</CompatibilityLevel>";

    private static final String EVERYTHING = "1=1";
    private static final String NOTHING = "1=0";

    private RuleXml() {}

    static String write(Rule rule) {
        RuleAction action = rule.action();
        return filter(rule.filter())
                + (action == null
                        ? "<Action i:type=\"EmptyRuleAction\"></Action>"
                        : "<Action i:type=\"SqlRuleAction\">"
                                + EntityXml.element("SqlExpression", action.expression())
                                + LEVEL
                                + "</Action>")
                + EntityXml.element("Name", rule.name());
    }

    private static String filter(RuleFilter filter) {
        if (filter instanceof RuleFilter.Sql sql) {
            String type = sql.expression().equals(EVERYTHING)
                    ? "TrueFilter"
                    : sql.expression().equals(NOTHING) ? "FalseFilter" : "SqlFilter";
            return "<Filter i:type=\"%s\">".formatted(type)
                    + EntityXml.element("SqlExpression", sql.expression())
                    + LEVEL
                    + "</Filter>";
        }
        RuleFilter.Correlation correlation = (RuleFilter.Correlation) filter;
        StringBuilder xml = new StringBuilder("<Filter i:type=\"CorrelationFilter\">");
        correlation.system().forEach((property, value) -> xml.append(EntityXml.element(property.label(), value)));
        if (!correlation.application().isEmpty()) {
            xml.append("<Properties>");
            correlation
                    .application()
                    .forEach((name, value) -> xml.append("<KeyValueOfstringanyType>")
                            .append(EntityXml.element("Key", name))
                            .append("<Value i:type=\"d6p1:%s\" xmlns:d6p1=\"http://www.w3.org/2001/XMLSchema\">"
                                    .formatted(type(value)))
                            .append(EntityXml.escaped(value.toString()))
                            .append("</Value></KeyValueOfstringanyType>"));
            xml.append("</Properties>");
        }
        return xml.append("</Filter>").toString();
    }

    /** Some clients expect the prefix of Service Bus before it. */
    private static String type(Object value) {
        if (value instanceof Boolean) {
            return "boolean";
        }
        if (value instanceof Double) {
            return "double";
        }
        // Clients read no other kind of whole number.
        return value instanceof Number ? "int" : "string";
    }

    /** @throws IllegalArgumentException when it is no rule, or has what is not modelled */
    static Rule read(String name, XmlElement description) {
        XmlElement filter = description
                .child("Filter")
                .orElseThrow(() -> new IllegalArgumentException("the rule '%s' has no Filter".formatted(name)));
        return new Rule(name, filter(filter), action(description.child("Action").orElse(null)));
    }

    private static RuleFilter filter(XmlElement filter) {
        checkParameters(filter);
        return switch (filter.type()) {
            case "TrueFilter" -> RuleFilter.everything();
            case "FalseFilter" -> RuleFilter.sql(NOTHING);
            case "SqlFilter" -> RuleFilter.sql(expression(filter));
            case "CorrelationFilter" -> correlation(filter);
            default -> throw new IllegalArgumentException("a Filter of type '" + filter.type() + "' is not modelled");
        };
    }

    private static RuleFilter correlation(XmlElement filter) {
        Map<SystemProperty, String> system = new EnumMap<>(SystemProperty.class);
        for (SystemProperty property : SystemProperty.values()) {
            filter.text(property.label()).ifPresent(value -> system.put(property, value));
        }
        Map<String, Object> application = new LinkedHashMap<>();
        filter.child("Properties")
                .ifPresent(properties -> properties.children().forEach(entry -> {
                    String key = entry.text("Key")
                            .orElseThrow(
                                    () -> new IllegalArgumentException("a property of a CorrelationFilter has no Key"));
                    XmlElement value = entry.child("Value")
                            .orElseThrow(() -> new IllegalArgumentException("the property '" + key + "' has no Value"));
                    application.put(key, value(key, value));
                }));
        return new RuleFilter.Correlation(system, application);
    }

    private static Object value(String key, XmlElement value) {
        String text = value.element().getTextContent();
        try {
            return switch (value.type()) {
                case "", "string", "char", "guid", "anyURI" -> text;
                case "boolean" -> Boolean.parseBoolean(text);
                case "byte", "short", "int", "long" -> Long.parseLong(text);
                case "unsignedByte", "unsignedShort", "unsignedInt", "unsignedLong" -> new BigInteger(text);
                case "float", "double" -> Double.parseDouble(text);
                case "decimal" -> new BigDecimal(text);
                case "dateTime" ->
                    Date.from(OffsetDateTime.parse(text.endsWith("Z") || text.contains("+") ? text : text + "Z")
                            .toInstant());
                default ->
                    throw new IllegalArgumentException(
                            "the property '%s' of type '%s' is not modelled".formatted(key, value.type()));
            };
        } catch (NumberFormatException | DateTimeException e) {
            throw new IllegalArgumentException("the property '%s' is no %s: %s".formatted(key, value.type(), text), e);
        }
    }

    private static @Nullable RuleAction action(@Nullable XmlElement action) {
        if (action == null
                || action.type().equals("EmptyRuleAction")
                || action.type().isEmpty()) {
            return null;
        }
        checkParameters(action);
        return RuleAction.sql(expression(action));
    }

    private static void checkParameters(XmlElement from) {
        boolean has = from.child("Parameters")
                .map(XmlElement::children)
                .orElse(java.util.List.of())
                .isEmpty();
        if (!has) {
            throw new IllegalArgumentException("Parameters of an SQL expression are not modelled");
        }
    }

    private static String expression(XmlElement of) {
        return of.text("SqlExpression").orElseThrow(() -> new IllegalArgumentException("the SqlExpression is missing"));
    }
}
