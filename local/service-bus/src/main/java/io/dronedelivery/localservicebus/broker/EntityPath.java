package io.dronedelivery.localservicebus.broker;

import java.util.Locale;
import java.util.Optional;

/** Builds and compares addresses of entities. They are not case-sensitive. */
public final class EntityPath {
    /** The last part of a dead-letter queue's address. */
    public static final String DEAD_LETTERS = "$deadletterqueue";

    private static final String MANAGEMENT = "/$management";

    private EntityPath() {}

    /** The address of a topic's subscription. */
    public static String subscription(String topic, String name) {
        return topic + "/subscriptions/" + name;
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
