package io.dronedelivery.localstack.option;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The message broker; only the chosen one runs. */
public enum StackBroker {
    SERVICEBUS("Service Bus", OptionCatalog.SERVICE_BUS_PORT),
    KAFKA("Kafka", OptionCatalog.KAFKA_PORT);

    private final String label;
    private final Option<Integer> port;

    StackBroker(String label, Option<Integer> port) {
        this.label = label;
        this.port = port;
    }

    /** The name for people. */
    public String label() {
        return label;
    }

    /** The value of {@code messaging.broker}. */
    public String setting() {
        return name().toLowerCase(Locale.ROOT);
    }

    Option<Integer> port() {
        return port;
    }

    static Set<String> settings() {
        return Stream.of(values()).map(StackBroker::setting).collect(Collectors.toUnmodifiableSet());
    }
}
