package io.dronedelivery.localservicebus.journal;

import io.dronedelivery.localservicebus.filter.Rule;
import io.dronedelivery.localservicebus.filter.RuleAction;
import io.dronedelivery.localservicebus.filter.RuleFilter;
import io.dronedelivery.localservicebus.filter.SystemProperty;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/** Rules as JSON. They are few, and so the journal stays readable there. */
final class RuleJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private RuleJson() {}

    static byte[] encode(Rule rule) {
        ObjectNode node = JSON.createObjectNode().put("name", rule.name());
        if (rule.filter() instanceof RuleFilter.Sql sql) {
            node.put("sql", sql.expression());
        } else if (rule.filter() instanceof RuleFilter.Correlation correlation) {
            ObjectNode system = node.putObject("system");
            correlation.system().forEach((property, value) -> system.put(property.name(), value));
            node.set("application", JSON.valueToTree(correlation.application()));
        }
        if (rule.action() != null) {
            node.put("action", rule.action().expression());
        }
        return node.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    static Rule decode(byte[] bytes) throws IOException {
        JsonNode node = JSON.readTree(bytes);
        JsonNode action = node.path("action");
        return new Rule(
                node.path("name").asString(),
                filter(node),
                action.isString() ? RuleAction.sql(action.asString()) : null);
    }

    private static RuleFilter filter(JsonNode node) {
        if (node.path("sql").isString()) {
            return RuleFilter.sql(node.path("sql").asString());
        }
        Map<SystemProperty, String> system = new EnumMap<>(SystemProperty.class);
        node.path("system")
                .properties()
                .forEach(entry -> system.put(
                        SystemProperty.valueOf(entry.getKey()), entry.getValue().asString()));
        Map<String, Object> application = new LinkedHashMap<>();
        node.path("application")
                .properties()
                .forEach(entry -> application.put(entry.getKey(), value(entry.getValue())));
        return new RuleFilter.Correlation(system, application);
    }

    private static Object value(JsonNode node) {
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        return node.isNumber() ? node.numberValue() : node.asString();
    }
}
