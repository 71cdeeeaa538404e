package io.dronedelivery.localservicebus.emulator;

import io.dronedelivery.localservicebus.entity.CorrelationRule;
import io.dronedelivery.localservicebus.entity.DeclaredEntities;
import io.dronedelivery.localservicebus.entity.ReceivingEntityOptions;
import io.dronedelivery.localservicebus.entity.SubscriptionOptions;
import io.dronedelivery.localservicebus.entity.TopicOptions;
import io.dronedelivery.localservicebus.filter.SystemProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the official emulator's {@code Config.json}, so that one file declares the entities for both. Unknown keys are refused by name,
 * because a silently ignored setting would be worse.
 */
public final class EmulatorConfig {
    /** The sample file of Microsoft has comments. */
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS).build();

    private static final Duration DEFAULT_DUPLICATE_WINDOW = Duration.ofMinutes(10);

    private final DeclaredEntities entities;

    private EmulatorConfig(DeclaredEntities entities) {
        this.entities = entities;
    }

    /**
     * Declares the entities of a file.
     *
     * @throws IllegalArgumentException naming the place, when the file is wrong or has unknown keys
     */
    public static void read(Path file, DeclaredEntities entities) {
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("%s cannot be read: %s".formatted(file, e), e);
        }
        try {
            apply(JSON.readTree(text), entities);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "%s is no JSON%s: %s".formatted(file, lineAndColumn(e.getLocation()), e.getOriginalMessage()), e);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw new IllegalArgumentException("%s%s: %s".formatted(file, placeOf(message, text), message), e);
        }
    }

    private static String lineAndColumn(@Nullable TokenStreamLocation at) {
        return at == null ? "" : ", line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
    }

    /** Where the text has the path with which a message begins, or the longest part of it. */
    private static String placeOf(String message, String text) {
        TokenStreamLocation place = null;
        int longest = 0;
        try (JsonParser parser = JSON.createParser(text)) {
            while (parser.nextToken() != null) {
                String path = path(parser.streamReadContext());
                if (path.length() > longest && message.startsWith(path)) {
                    place = parser.currentTokenLocation();
                    longest = path.length();
                }
            }
        }
        return lineAndColumn(place);
    }

    /** As a {@link ConfigObject} writes it. */
    private static String path(@Nullable TokenStreamContext context) {
        if (context == null || context.inRoot()) {
            return "";
        }
        String parent = path(context.getParent());
        if (context.inArray()) {
            return context.hasCurrentIndex() ? parent + "[" + context.getCurrentIndex() + "]" : parent;
        }
        return context.hasCurrentName() ? (parent.isEmpty() ? "" : parent + ".") + context.currentName() : parent;
    }

    static void apply(JsonNode root, DeclaredEntities entities) {
        new EmulatorConfig(entities).root(new ConfigObject("", root).knows("UserConfig"));
    }

    private void root(ConfigObject root) {
        ConfigObject user = root.object("UserConfig").knows("Namespaces", "Logging");
        // The emulator's own log. It is checked, so that a wrong file is refused here too.
        user.object("Logging").knows("Type").text("Type");
        List<ConfigObject> namespaces = user.list("Namespaces");
        if (namespaces.size() != 1) {
            throw user.object("Namespaces").problem("must hold exactly one namespace, not " + namespaces.size());
        }
        ConfigObject namespace = namespaces.get(0).knows("Name", "Queues", "Topics");
        // There is one namespace with any name; an invalid name is refused.
        namespace.text("Name");
        namespace.list("Queues").forEach(this::queue);
        namespace.list("Topics").forEach(this::topic);
    }

    private void queue(ConfigObject queue) {
        queue.knows("Name", "Properties");
        ConfigObject properties = queue.object("Properties")
                .knows(
                        "DeadLetteringOnMessageExpiration",
                        "DefaultMessageTimeToLive",
                        "DuplicateDetectionHistoryTimeWindow",
                        "ForwardDeadLetteredMessagesTo",
                        "ForwardTo",
                        "LockDuration",
                        "MaxDeliveryCount",
                        "RequiresDuplicateDetection",
                        "RequiresSession");
        entities.queue(queue.requiredText("Name"), q -> {
            receiving(properties, q);
            duplicateDetection(properties, q::duplicateDetection);
        });
    }

    private void topic(ConfigObject topic) {
        topic.knows("Name", "Properties", "Subscriptions");
        ConfigObject properties = topic.object("Properties")
                .knows("DefaultMessageTimeToLive", "DuplicateDetectionHistoryTimeWindow", "RequiresDuplicateDetection");
        entities.topic(topic.requiredText("Name"), t -> {
            properties.ifDuration("DefaultMessageTimeToLive", t::defaultMessageTimeToLive);
            duplicateDetection(properties, t::duplicateDetection);
            topic.list("Subscriptions").forEach(subscription -> subscription(subscription, t));
        });
    }

    private static void subscription(ConfigObject subscription, TopicOptions topic) {
        subscription.knows("Name", "Properties", "Rules");
        ConfigObject properties = subscription
                .object("Properties")
                .knows(
                        "DeadLetteringOnMessageExpiration",
                        "DefaultMessageTimeToLive",
                        "ForwardDeadLetteredMessagesTo",
                        "ForwardTo",
                        "LockDuration",
                        "MaxDeliveryCount",
                        "RequiresSession");
        topic.subscription(subscription.requiredText("Name"), s -> {
            receiving(properties, s);
            subscription.list("Rules").forEach(rule -> rule(rule, s));
        });
    }

    /** Reads the window of duplicate detection. The emulator's own file has a window also without detection; then it is only checked. */
    private static void duplicateDetection(ConfigObject properties, Consumer<Duration> entity) {
        if (properties.flag("RequiresDuplicateDetection")) {
            entity.accept(DEFAULT_DUPLICATE_WINDOW);
            properties.ifDuration("DuplicateDetectionHistoryTimeWindow", entity);
        } else {
            properties.ifDuration("DuplicateDetectionHistoryTimeWindow", unused -> {});
        }
    }

    private static void receiving(ConfigObject properties, ReceivingEntityOptions<?> entity) {
        properties.ifFlag("DeadLetteringOnMessageExpiration", entity::deadLetteringOnMessageExpiration);
        properties.ifDuration("DefaultMessageTimeToLive", entity::defaultMessageTimeToLive);
        properties.ifText("ForwardDeadLetteredMessagesTo", entity::forwardDeadLetteredMessagesTo);
        properties.ifText("ForwardTo", entity::forwardTo);
        properties.ifDuration("LockDuration", entity::lockDuration);
        properties.ifInteger("MaxDeliveryCount", entity::maxDeliveryCount);
        properties.ifFlag("RequiresSession", entity::requiresSession);
    }

    private static void rule(ConfigObject rule, SubscriptionOptions subscription) {
        String name = rule.knows("Name", "Properties").requiredText("Name");
        ConfigObject properties =
                rule.object("Properties").knows("FilterType", "CorrelationFilter", "SqlFilter", "Action");
        String action = properties
                .object("Action")
                .knows("SqlExpression")
                .text("SqlExpression")
                .orElse(null);
        String type = properties.requiredText("FilterType");
        switch (type) {
            case "Sql" -> {
                refuseFilter(properties, "CorrelationFilter", type);
                ConfigObject filter = properties.object("SqlFilter").knows("SqlExpression");
                filter.requiredText("SqlExpression");
                filter.ifText("SqlExpression", sql -> subscription.sqlRule(name, sql, action));
            }
            case "Correlation" -> {
                refuseFilter(properties, "SqlFilter", type);
                subscription.correlationRule(correlation(name, properties.object("CorrelationFilter"), action));
            }
            default -> throw properties.object("FilterType").problem("must be Sql or Correlation, not '" + type + "'");
        }
    }

    private static void refuseFilter(ConfigObject properties, String other, String type) {
        ConfigObject filter = properties.object(other);
        if (filter.isPresent()) {
            throw filter.problem("must not be there when FilterType is " + type);
        }
    }

    private static CorrelationRule correlation(String name, ConfigObject filter, @Nullable String action) {
        filter.knows(
                "ContentType",
                "CorrelationId",
                "Label",
                "MessageId",
                "ReplyTo",
                "ReplyToSessionId",
                "SessionId",
                "To",
                "Properties");
        CorrelationRule rule = CorrelationRule.named(name);
        for (SystemProperty property : SystemProperty.values()) {
            filter.ifText(property.label(), value -> rule.system(property, value));
        }
        for (Map.Entry<String, JsonNode> property :
                filter.object("Properties").node().properties()) {
            JsonNode value = property.getValue();
            if (!value.isValueNode() || value.isNull()) {
                throw filter.object("Properties")
                        .object(property.getKey())
                        .problem("must be text, a number or a boolean");
            }
            rule.property(property.getKey(), scalar(value));
        }
        if (action != null) {
            rule.action(action);
        }
        return rule;
    }

    private static Object scalar(JsonNode value) {
        if (value.isBoolean()) {
            return value.booleanValue();
        }
        return value.isNumber() ? value.numberValue() : value.asString();
    }
}
