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
        /** It goes on, but the timeout of this call is over. */
        @JsonProperty("draining")
        DRAINING,
        /** All steps are done, and some part failed. */
        @JsonProperty("failed")
        FAILED
    }

    /** The six steps, in their order. */
    enum Name {
        /** The parts are found. */
        ASK,
        /** The load balancer is told to send nothing more, and nothing new comes in from the broker. */
        DISABLE,
        /** The work at hand is finished: first events from the broker, then, when nothing new is admitted, messages to send. */
        DRAIN,
        /** Consumers leave their group, so that the other members take over at once. */
        REMOVE,
        /** The parts that send close their connections. */
        STOP,
        /** Every part is asked once more whether it has work left. */
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
     * @param parts the parts that took part in it
     */
    record Step(String step, Instant at, List<String> parts) {}
}
