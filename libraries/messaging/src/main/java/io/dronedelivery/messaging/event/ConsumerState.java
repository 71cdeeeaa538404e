package io.dronedelivery.messaging.event;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the consumer of a subscription is.
 *
 * @param subscription its name, such as {@code delivery-requests.drone-service}
 * @param trouble why nothing comes in, or null when it does
 * @param paused types of which one event is tried at a time, because most of them fail
 */
public record ConsumerState(String subscription, @Nullable String trouble, List<EventProcessor.PausedType> paused) {

    /** A broker adapter's bean that tells of its consumers. */
    @FunctionalInterface
    public interface Source {

        /** The states of now; does not block. */
        List<ConsumerState> states();
    }
}
