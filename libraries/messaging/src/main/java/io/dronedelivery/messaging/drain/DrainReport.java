package io.dronedelivery.messaging.drain;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * How far a drain is.
 *
 * @param status what became of it
 * @param steps those that are done, in their order
 * @param waitingFor the parts that still have work
 * @param failures what went wrong, by part
 */
record DrainReport(Status status, List<Step> steps, List<String> waitingFor, List<String> failures) {

    enum Status {
        /** All six steps are done. */
        @JsonProperty("drained")
        DRAINED,
        /** It goes on, but the one who asked has waited long enough. */
        @JsonProperty("draining")
        DRAINING,
        /** All steps are done, but not all of them well. */
        @JsonProperty("failed")
        FAILED
    }

    /** The six steps, in their order. */
    enum Name {
        /** Who takes part. */
        ASK,
        /** The load balancer is told to send nothing more, and nothing new comes in from the broker. */
        DISABLE,
        /** What was taken in is done: first what came from the broker, then, when nothing new is admitted, what is to be sent. */
        DRAIN,
        /** Consumers leave their group, so that the others get their share at once. */
        REMOVE,
        /** What sends is closed. */
        STOP,
        /** Every part says once more that it has nothing left. */
        CONFIRM;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A step that is done.
     *
     * @param step its name
     * @param at when it ended
     * @param parts who had a part in it
     */
    record Step(String step, Instant at, List<String> parts) {}
}
