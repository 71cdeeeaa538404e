package io.dronedelivery.messaging.dispatch;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who has the events of one dispatch.
 *
 * @param sinks names of the sinks that have all of them; whoever sends the events again need not give them to these
 * @param failure what the first failed with that some sink does not have; null when every sink has every event
 */
public record Confirmation(Set<String> sinks, @Nullable Throwable failure) {

    public Confirmation {
        sinks = Set.copyOf(sinks);
    }
}
