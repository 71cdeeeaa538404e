package io.dronedelivery.localservicebus.broker;

import java.util.Locale;
import java.util.Optional;

/** Builds and compares addresses of entities. They are not case-sensitive. */
public final class EntityPath {
    /** The last part of a dead-letter queue's address. */
    public static final String DEAD_LETTERS = "$deadletterqueue";

    /** The last parts of the address of a queue for messages that could not be forwarded. */
    static final String TRANSFER_DEAD_LETTERS = "$transfer/" + DEAD_LETTERS;

    /** Separates a topic's name from that of its subscription. */
    public static final String SUBSCRIPTIONS = "/subscriptions/";

    private static final String MANAGEMENT = "/$management";

    private EntityPath() {}

    public static String subscription(String topic, String name) {
        return topic + SUBSCRIPTIONS + name;
    }

    /** The answer to who asks for an entity that is not there. */
    public static BrokerRefusal notFound(String address) {
        return new BrokerRefusal(
                Conditions.NOT_FOUND, "The messaging entity '%s' could not be found.".formatted(address));
    }

    /** Whether a path is that of the entity, of one of its subscriptions or of one of their parts. */
    public static boolean isWithin(String entity, String path) {
        String outer = canonical(entity);
        String inner = canonical(path);
        return inner.equals(outer) || inner.startsWith(outer + "/$") || inner.startsWith(outer + SUBSCRIPTIONS);
    }

    /** The address in the form for comparison: lower case, no host, no leading slash. */
    public static String canonical(String address) {
        String path = address;
        int scheme = path.indexOf("://");
        if (scheme >= 0) {
            int slash = path.indexOf('/', scheme + 3);
            path = slash < 0 ? "" : path.substring(slash);
        }
        while (path.startsWith("/")) {
            path = path.substring(1);
        }
        return path.toLowerCase(Locale.ROOT);
    }

    /** The entity of a management node's address; empty for any other address. */
    public static Optional<String> managed(String address) {
        String path = canonical(address);
        return path.endsWith(MANAGEMENT)
                ? Optional.of(path.substring(0, path.length() - MANAGEMENT.length()))
                : Optional.empty();
    }
}
