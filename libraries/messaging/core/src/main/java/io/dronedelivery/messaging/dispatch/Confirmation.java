package io.dronedelivery.messaging.dispatch;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which sinks have the events of one dispatch.
 *
 * @param sinks names of the sinks that have all events; a caller that sends the events again may leave these sinks out
 * @param failure the first failure of a sink that lacks events; null when every sink has every event
 */
public record Confirmation(Set<String> sinks, @Nullable Throwable failure) {

    public Confirmation {
        sinks = Set.copyOf(sinks);
    }
}
