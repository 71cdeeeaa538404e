package io.dronedelivery.messaging.event;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * @param subscription its name, such as {@code delivery-requests.drone-service}
 * @param trouble why it receives no events, or null when it receives events
 * @param paused the types that are paused because most of their events fail; one event at a time is tried
 */
public record ConsumerState(String subscription, @Nullable String trouble, List<EventProcessor.PausedType> paused) {

    /** A bean of a broker adapter that reports the state of its consumers. */
    @FunctionalInterface
    public interface Source {

        /** The current states; does not block. */
        List<ConsumerState> states();
    }
}
