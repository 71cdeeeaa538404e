package io.dronedelivery.localservicebus.management;

import io.dronedelivery.localservicebus.broker.MessageQueue;
import io.dronedelivery.localservicebus.broker.QueueCounters;
import io.dronedelivery.localservicebus.broker.QueueSettings;
import io.dronedelivery.localservicebus.broker.Topic;
import io.dronedelivery.localservicebus.broker.TopicSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The descriptions of entities as Atom entries. Used by the event loop.
 *
 * @see <a href="https://learn.microsoft.com/rest/api/servicebus/entities">Service Bus: entities</a>
 *
 * @param namespace the host name in addresses
 */
record EntityXml(String namespace) {

    /** Service Bus's value for "unlimited": the longest time of .NET. */
    static final String UNLIMITED = "P10675199DT2H48M5.4775807S";

    private static final long MEGABYTE = 1024L * 1024;

    /** Service Bus's answer for a queue or topic that does not exist. */
    String emptyFeed() {
        return "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title type=\"text\">Publicly Listed Services</title></feed>";
    }

    /** @param next the query of the next page; null for the last one */
    String feed(String path, List<String> entries, @Nullable String next) {
        String more = next == null
                ? ""
                : "<link rel=\"next\" href=\"%s\"/>".formatted(escaped(address(path) + next + "&api-version=2021-05"));
        return "<feed xmlns=\"http://www.w3.org/2005/Atom\">"
                + element("id", address(path))
                + more
                + String.join("", entries)
                + "</feed>";
    }

    private String address(String path) {
        return "https://" + namespace + "/" + path;
    }

    String entry(String path, String name, String type, String settings, long at) {
        return """
                <entry xmlns="http://www.w3.org/2005/Atom">%s<title type="text">%s</title>%s%s\
                <link rel="self" href="%s"/>\
                <content type="application/xml"><%6$s xmlns="http://schemas.microsoft.com/netservices/2010/10/servicebus/connect" \
                xmlns:i="http://www.w3.org/2001/XMLSchema-instance">%7$s</%6$s></content></entry>""".formatted(
                        element("id", address(path)),
                        escaped(name),
                        element("published", time(at)),
                        element("updated", time(at)),
                        escaped(address(path)),
                        type,
                        settings);
    }

    private static String time(long epochMillis) {
        return Instant.ofEpochMilli(epochMillis).toString();
    }

    /** @param at when the bus started, epoch milliseconds */
    String namespace(long at) {
        return entry(
                "$namespaceinfo",
                namespace,
                "NamespaceInfo",
                element("CreatedTime", time(at))
                        + element("MessagingSKU", "Standard")
                        + element("ModifiedTime", time(at))
                        + element("Name", namespace)
                        + element("NamespaceType", "Messaging"),
                at);
    }

    static String queue(MessageQueue queue) {
        return receiving(queue)
                + duplicateDetection(queue.settings().duplicateWindow())
                + element("MaxSizeInMegabytes", Long.toString(queue.settings().maxSizeBytes() / MEGABYTE))
                + element("SizeInBytes", Long.toString(bytes(queue)))
                + times(queue.createdAt());
    }

    static String subscription(MessageQueue queue) {
        return receiving(queue)
                + element("DeadLetteringOnFilterEvaluationExceptions", "true")
                + times(queue.createdAt());
    }

    private static String times(long at) {
        return element("CreatedAt", time(at)) + element("UpdatedAt", time(at)) + element("AccessedAt", time(at));
    }

    /** The common elements of queues and subscriptions. */
    private static String receiving(MessageQueue queue) {
        QueueSettings settings = queue.settings();
        QueueCounters.Depth own = queue.counters().depth();
        int dead = depth(queue.deadLetters()).messages();
        int untransferred = depth(queue.transferDeadLetters()).messages();
        return element("LockDuration", settings.lockDuration().toString())
                + element("RequiresSession", Boolean.toString(settings.requiresSession()))
                + element("DefaultMessageTimeToLive", time(settings.timeToLive()))
                + element("DeadLetteringOnMessageExpiration", Boolean.toString(settings.deadLetterOnExpiration()))
                + element("MaxDeliveryCount", Integer.toString(settings.maxDeliveryCount()))
                + unused()
                + optional("ForwardTo", settings.forwardTo())
                + optional("ForwardDeadLetteredMessagesTo", settings.forwardDeadLettersTo())
                + element("MessageCount", Integer.toString(own.messages() + dead + untransferred))
                // As in Azure, locked and deferred messages count as active.
                + counts(own.messages() - own.scheduled(), dead, own.scheduled(), untransferred);
    }

    static String topic(Topic topic) {
        TopicSettings settings = topic.settings();
        QueueCounters.Depth own = topic.depth();
        long inSubscriptions = topic.subscriptions().values().stream()
                .mapToLong(subscription -> bytes(subscription.queue()))
                .sum();
        return element("DefaultMessageTimeToLive", time(settings.timeToLive()))
                + duplicateDetection(settings.duplicateWindow())
                + element("MaxSizeInMegabytes", Long.toString(settings.maxSizeBytes() / MEGABYTE))
                + unused()
                + element("SupportOrdering", "true")
                + element("SizeInBytes", Long.toString(own.bytes() + inSubscriptions))
                + element(
                        "SubscriptionCount",
                        Integer.toString(topic.subscriptions().size()))
                + counts(0, 0, own.scheduled(), 0)
                + times(topic.createdAt());
    }

    /** The window has a value also when it is not used, as in Service Bus. */
    private static String duplicateDetection(@Nullable Duration window) {
        return element("RequiresDuplicateDetection", Boolean.toString(window != null))
                + element(
                        "DuplicateDetectionHistoryTimeWindow",
                        (window == null ? EntityDescription.DEFAULT_DUPLICATE_WINDOW : window).toString());
    }

    /** What some clients require to be there. */
    private static String unused() {
        return element("EnableBatchedOperations", "true")
                + element("Status", "Active")
                + element("AutoDeleteOnIdle", UNLIMITED)
                + element("EnablePartitioning", "false")
                + element("EnableExpress", "false")
                + element("EntityAvailabilityStatus", "Available");
    }

    /** The counts. None is in transfer between entities, because a forwarded message is in its target at once. */
    private static String counts(int active, int dead, int scheduled, int untransferred) {
        return """
                <CountDetails xmlns:d="http://schemas.microsoft.com/netservices/2011/06/servicebus">\
                <d:ActiveMessageCount>%d</d:ActiveMessageCount>\
                <d:DeadLetterMessageCount>%d</d:DeadLetterMessageCount>\
                <d:ScheduledMessageCount>%d</d:ScheduledMessageCount>\
                <d:TransferMessageCount>0</d:TransferMessageCount>\
                <d:TransferDeadLetterMessageCount>%d</d:TransferDeadLetterMessageCount>\
                </CountDetails>""".formatted(active, dead, scheduled, untransferred);
    }

    private static long bytes(MessageQueue queue) {
        return queue.counters().depth().bytes()
                + depth(queue.deadLetters()).bytes()
                + depth(queue.transferDeadLetters()).bytes();
    }

    private static QueueCounters.Depth depth(@Nullable MessageQueue part) {
        return Objects.requireNonNull(part).counters().depth();
    }

    private static String time(@Nullable Duration limit) {
        return limit == null ? UNLIMITED : limit.toString();
    }

    private static String optional(String name, @Nullable String value) {
        return value == null ? "" : element(name, value);
    }

    static String element(String name, String value) {
        return "<" + name + ">" + escaped(value) + "</" + name + ">";
    }

    /** For text and for attributes. XML has no other control characters than these three. */
    static String escaped(String text) {
        return text.replaceAll("[\\p{Cntrl}&&[^\\t\\n\\r]]", "?")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
