package io.dronedelivery.localservicebus.management;

import io.dronedelivery.localservicebus.broker.EntityPath;
import io.dronedelivery.localservicebus.broker.QueueSettings;
import io.dronedelivery.localservicebus.broker.TopicSettings;
import io.dronedelivery.localservicebus.broker.Topology;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The descriptions of entities as Atom entries, by their paths.
 *
 * @see <a href="https://learn.microsoft.com/rest/api/servicebus/entities">Service Bus: entities</a>
 */
final class EntityXml {

    /** What Service Bus calls unlimited: the longest time of .NET. */
    private static final String UNLIMITED = "P10675199DT2H48M5.4775807S";

    private final Map<String, String> entries = new LinkedHashMap<>();

    EntityXml(Topology topology) {
        topology.queues().forEach((name, queue) -> add(name, entry(name, "QueueDescription", queue(queue))));
        topology.topics().forEach((name, topic) -> add(name, topic));
    }

    private void add(String name, TopicSettings topic) {
        add(name, entry(name, "TopicDescription", topic(topic)));
        topic.subscriptions()
                .forEach((subscription, settings) -> add(
                        EntityPath.subscription(name, subscription),
                        entry(subscription, "SubscriptionDescription", queue(settings.queue()))));
    }

    private void add(String path, String xml) {
        entries.put(path.toLowerCase(Locale.ROOT), xml);
    }

    /** The entry of the entity with that path, in any case. */
    Optional<String> of(String path) {
        return Optional.ofNullable(entries.get(EntityPath.canonical(path)));
    }

    /** What Service Bus answers where a queue or topic could be, and is none. */
    static String emptyFeed() {
        return "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title type=\"text\">Publicly Listed Services</title></feed>";
    }

    private static String entry(String name, String type, String settings) {
        return """
                <entry xmlns="http://www.w3.org/2005/Atom"><title type="text">%s</title>\
                <content type="application/xml"><%2$s xmlns="http://schemas.microsoft.com/netservices/2010/10/servicebus/connect">\
                %3$s</%2$s></content></entry>""".formatted(name, type, settings);
    }

    private static String queue(QueueSettings queue) {
        return element("LockDuration", queue.lockDuration().toString())
                + element("RequiresSession", Boolean.toString(queue.requiresSession()))
                + element("DefaultMessageTimeToLive", time(queue.timeToLive()))
                + element("DeadLetteringOnMessageExpiration", Boolean.toString(queue.deadLetterOnExpiration()))
                + element("MaxDeliveryCount", Integer.toString(queue.maxDeliveryCount()))
                + element("Status", "Active");
    }

    private static String topic(TopicSettings topic) {
        return element("DefaultMessageTimeToLive", time(topic.timeToLive()))
                + element("RequiresDuplicateDetection", Boolean.toString(topic.duplicateWindow() != null))
                + element("Status", "Active");
    }

    private static String time(@Nullable Duration limit) {
        return limit == null ? UNLIMITED : limit.toString();
    }

    /** Names and values have no characters that XML would take for its own. */
    private static String element(String name, String value) {
        return "<" + name + ">" + value + "</" + name + ">";
    }
}
