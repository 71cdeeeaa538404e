package io.dronedelivery.localservicebus.management;

import io.dronedelivery.localservicebus.broker.Broker;
import io.dronedelivery.localservicebus.broker.EntityPath;
import io.dronedelivery.localservicebus.broker.MessageQueue;
import io.dronedelivery.localservicebus.broker.QueueCounters;
import io.dronedelivery.localservicebus.broker.QueueSettings;
import io.dronedelivery.localservicebus.broker.Topic;
import io.dronedelivery.localservicebus.broker.TopicSettings;
import io.dronedelivery.localservicebus.broker.Topology;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The descriptions of entities as Atom entries, by their paths. Any thread may call it: settings never change, and figures are the last
 * ones that the event loop has published.
 *
 * @see <a href="https://learn.microsoft.com/rest/api/servicebus/entities">Service Bus: entities</a>
 */
final class EntityXml {

    /** Service Bus's value for "unlimited": the longest time of .NET. */
    private static final String UNLIMITED = "P10675199DT2H48M5.4775807S";

    private final Map<String, Supplier<String>> entries = new LinkedHashMap<>();

    EntityXml(Topology topology, Broker broker) {
        topology.queues().keySet().forEach(name -> {
            MessageQueue queue = broker.queue(name).orElseThrow();
            add(name, () -> entry(name, "QueueDescription", queue(queue)));
        });
        topology.topics().forEach((name, settings) -> add(name, settings, broker));
    }

    private void add(String name, TopicSettings settings, Broker broker) {
        Topic topic = broker.topic(name).orElseThrow();
        add(name, () -> entry(name, "TopicDescription", topic(settings, topic)));
        topic.subscriptions()
                .forEach((subscription, taken) -> add(
                        EntityPath.subscription(name, subscription),
                        () -> entry(subscription, "SubscriptionDescription", receiving(taken.queue()))));
    }

    private void add(String path, Supplier<String> xml) {
        entries.put(path.toLowerCase(Locale.ROOT), xml);
    }

    /** The entry of the entity with this path, not case-sensitive. */
    Optional<String> of(String path) {
        return Optional.ofNullable(entries.get(EntityPath.canonical(path))).map(Supplier::get);
    }

    /** Service Bus's answer for a queue or topic that does not exist. */
    static String emptyFeed() {
        return "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title type=\"text\">Publicly Listed Services</title></feed>";
    }

    private static String entry(String name, String type, String settings) {
        return """
                <entry xmlns="http://www.w3.org/2005/Atom"><title type="text">%s</title>\
                <content type="application/xml"><%2$s xmlns="http://schemas.microsoft.com/netservices/2010/10/servicebus/connect">\
                %3$s</%2$s></content></entry>""".formatted(name, type, settings);
    }

    private static String queue(MessageQueue queue) {
        return receiving(queue)
                + duplicateDetection(queue.settings().duplicateWindow())
                + element("SizeInBytes", Long.toString(bytes(queue)));
    }

    /** The common elements of queues and subscriptions. */
    private static String receiving(MessageQueue queue) {
        QueueSettings settings = queue.settings();
        QueueCounters.Depth own = queue.counters().depth();
        int dead = deadLetters(queue).messages();
        return element("LockDuration", settings.lockDuration().toString())
                + element("RequiresSession", Boolean.toString(settings.requiresSession()))
                + element("DefaultMessageTimeToLive", time(settings.timeToLive()))
                + element("DeadLetteringOnMessageExpiration", Boolean.toString(settings.deadLetterOnExpiration()))
                + element("MaxDeliveryCount", Integer.toString(settings.maxDeliveryCount()))
                + element("Status", "Active")
                + optional("ForwardTo", settings.forwardTo())
                + optional("ForwardDeadLetteredMessagesTo", settings.forwardDeadLettersTo())
                + element("MessageCount", Integer.toString(own.messages() + dead))
                // As in Azure, locked and deferred messages count as active.
                + counts(own.messages() - own.scheduled(), dead, own.scheduled());
    }

    private static String topic(TopicSettings settings, Topic topic) {
        QueueCounters.Depth own = topic.depth();
        long inSubscriptions = topic.subscriptions().values().stream()
                .mapToLong(subscription -> bytes(subscription.queue()))
                .sum();
        return element("DefaultMessageTimeToLive", time(settings.timeToLive()))
                + duplicateDetection(settings.duplicateWindow())
                + element("Status", "Active")
                + element("SizeInBytes", Long.toString(own.bytes() + inSubscriptions))
                + element(
                        "SubscriptionCount",
                        Integer.toString(topic.subscriptions().size()))
                + counts(0, 0, own.scheduled());
    }

    private static String duplicateDetection(@Nullable Duration window) {
        return element("RequiresDuplicateDetection", Boolean.toString(window != null))
                + optional("DuplicateDetectionHistoryTimeWindow", window == null ? null : window.toString());
    }

    /** The counts. None is in transfer between entities, because a forwarded message is in its target at once. */
    private static String counts(int active, int dead, int scheduled) {
        return """
                <CountDetails xmlns:d="http://schemas.microsoft.com/netservices/2011/06/servicebus">\
                <d:ActiveMessageCount>%d</d:ActiveMessageCount>\
                <d:DeadLetterMessageCount>%d</d:DeadLetterMessageCount>\
                <d:ScheduledMessageCount>%d</d:ScheduledMessageCount>\
                <d:TransferMessageCount>0</d:TransferMessageCount>\
                <d:TransferDeadLetterMessageCount>0</d:TransferDeadLetterMessageCount>\
                </CountDetails>""".formatted(active, dead, scheduled);
    }

    private static long bytes(MessageQueue queue) {
        return queue.counters().depth().bytes() + deadLetters(queue).bytes();
    }

    private static QueueCounters.Depth deadLetters(MessageQueue queue) {
        return Objects.requireNonNull(queue.deadLetters()).counters().depth();
    }

    private static String time(@Nullable Duration limit) {
        return limit == null ? UNLIMITED : limit.toString();
    }

    private static String optional(String name, @Nullable String value) {
        return value == null ? "" : element(name, value);
    }

    private static String element(String name, String value) {
        return "<" + name + ">" + value.replace("&", "&amp;").replace("<", "&lt;") + "</" + name + ">";
    }
}
