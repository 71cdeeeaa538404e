package io.dronedelivery.localservicebus.management;

import io.dronedelivery.localservicebus.broker.QueueSettings;
import io.dronedelivery.localservicebus.broker.TopicSettings;
import io.dronedelivery.localservicebus.entity.DeclaredEntities;
import io.dronedelivery.localservicebus.entity.ReceivingEntityOptions;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The description of an entity in a request. Properties that the bus does not model are refused by name, unless they have the value that
 * says "not used".
 */
record EntityDescription(XmlElement root) {
    static final Duration DEFAULT_DUPLICATE_WINDOW = Duration.ofMinutes(10);
    private static final long MEGABYTE = 1024L * 1024;

    /** What only the service sets, and what has no effect here or in Service Bus. */
    private static final Set<String> IGNORED = Set.of(
            "AccessedAt",
            "AvailabilityStatus",
            "CountDetails",
            "CreatedAt",
            "DeadLetteringOnFilterEvaluationExceptions",
            "DefaultRuleDescription",
            "EnableBatchedOperations",
            "EntityAvailabilityStatus",
            "MessageCount",
            "Name",
            "SizeInBytes",
            "SubscriptionCount",
            "SupportOrdering",
            "UpdatedAt");

    /** Properties that are not modelled, with the value that means the same as their absence. */
    private static final Map<String, String> UNUSED = Map.ofEntries(
            Map.entry("AuthorizationRules", ""),
            Map.entry("AutoDeleteOnIdle", EntityXml.UNLIMITED),
            Map.entry("EnableExpress", "false"),
            Map.entry("EnablePartitioning", "false"),
            Map.entry("EnableSubscriptionPartitioning", "false"),
            Map.entry("FilteringMessagesBeforePublishing", "false"),
            Map.entry("IsAnonymousAccessible", "false"),
            Map.entry("MaxMessageSizeInKilobytes", "256"),
            Map.entry("Status", "Active"),
            Map.entry("UserMetadata", ""));

    private static final Set<String> RECEIVING = Set.of(
            "DeadLetteringOnMessageExpiration",
            "DefaultMessageTimeToLive",
            "ForwardDeadLetteredMessagesTo",
            "ForwardTo",
            "LockDuration",
            "MaxDeliveryCount",
            "RequiresSession");

    private static final Set<String> DUPLICATES =
            Set.of("DuplicateDetectionHistoryTimeWindow", "RequiresDuplicateDetection", "MaxSizeInMegabytes");

    /** @throws IllegalArgumentException when the body is not the entry of such an entity */
    static EntityDescription of(byte[] body, String type) {
        return new EntityDescription(root(body, type));
    }

    static XmlElement root(byte[] body, String type) {
        return XmlElement.parse(body)
                .child("content")
                .flatMap(content -> content.child(type))
                .orElseThrow(() -> new IllegalArgumentException("the body must be an entry with a " + type));
    }

    QueueSettings queue(String name) {
        check(RECEIVING, DUPLICATES);
        DeclaredEntities entities = new DeclaredEntities();
        entities.queue(name, queue -> {
            receiving(queue);
            root.text("MaxSizeInMegabytes").ifPresent(text -> queue.maxSizeBytes(number(text) * MEGABYTE));
            duplicates(queue::duplicateDetection);
        });
        return Objects.requireNonNull(entities.topology().queues().get(name));
    }

    TopicSettings topic(String name) {
        check(DUPLICATES, Set.of("DefaultMessageTimeToLive"));
        DeclaredEntities entities = new DeclaredEntities();
        entities.topic(name, topic -> {
            duration("DefaultMessageTimeToLive", topic::defaultMessageTimeToLive);
            root.text("MaxSizeInMegabytes").ifPresent(text -> topic.maxSizeBytes(number(text) * MEGABYTE));
            duplicates(topic::duplicateDetection);
        });
        return Objects.requireNonNull(entities.topology().topics().get(name));
    }

    QueueSettings subscription(String topicName, TopicSettings topic, String name) {
        check(RECEIVING, Set.of());
        DeclaredEntities entities = new DeclaredEntities();
        entities.topic(topicName, options -> {
            if (topic.timeToLive() != null) {
                options.defaultMessageTimeToLive(topic.timeToLive());
            }
            options.subscription(name, this::receiving);
        });
        TopicSettings made = Objects.requireNonNull(entities.topology().topics().get(topicName));
        return Objects.requireNonNull(made.subscriptions().get(name)).queue();
    }

    private void receiving(ReceivingEntityOptions<?> entity) {
        flag("DeadLetteringOnMessageExpiration", entity::deadLetteringOnMessageExpiration);
        duration("DefaultMessageTimeToLive", entity::defaultMessageTimeToLive);
        duration("LockDuration", entity::lockDuration);
        flag("RequiresSession", entity::requiresSession);
        root.text("MaxDeliveryCount").ifPresent(text -> entity.maxDeliveryCount(Math.toIntExact(number(text))));
        root.text("ForwardTo").map(EntityDescription::entityName).ifPresent(entity::forwardTo);
        root.text("ForwardDeadLetteredMessagesTo")
                .map(EntityDescription::entityName)
                .ifPresent(entity::forwardDeadLetteredMessagesTo);
    }

    private void duplicates(Consumer<Duration> entity) {
        flag("RequiresDuplicateDetection", required -> {
            if (required) {
                entity.accept(DEFAULT_DUPLICATE_WINDOW);
                duration("DuplicateDetectionHistoryTimeWindow", entity);
            }
        });
    }

    /** Clients send the address of the other entity instead of its name. */
    private static String entityName(String address) {
        int scheme = address.indexOf("://");
        return scheme < 0 ? address : address.substring(address.indexOf('/', scheme + 3) + 1);
    }

    private void check(Set<String> modelled, Set<String> others) {
        for (XmlElement property : root.children()) {
            String name = property.name();
            if (modelled.contains(name) || others.contains(name) || IGNORED.contains(name)) {
                continue;
            }
            String unused = UNUSED.get(name);
            // Some clients round the longest time.
            String value = property.text().replaceFirst("^P10675199D.*", EntityXml.UNLIMITED);
            if (unused == null || !(value.isEmpty() || value.equalsIgnoreCase(unused))) {
                throw new IllegalArgumentException(
                        "the property %s with the value '%s' is not modelled".formatted(name, value));
            }
        }
    }

    private void duration(String name, Consumer<Duration> entity) {
        root.text(name).ifPresent(text -> {
            try {
                entity.accept(Duration.parse(text));
            } catch (DateTimeParseException e) {
                throw new IllegalArgumentException(
                        "%s must be an ISO 8601 duration such as PT30S, not '%s'".formatted(name, text), e);
            }
        });
    }

    private void flag(String name, Consumer<Boolean> entity) {
        root.text(name).ifPresent(text -> {
            if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
                throw new IllegalArgumentException("%s must be true or false, not '%s'".formatted(name, text));
            }
            entity.accept(text.equalsIgnoreCase("true"));
        });
    }

    private static long number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a whole number: " + text, e);
        }
    }
}
