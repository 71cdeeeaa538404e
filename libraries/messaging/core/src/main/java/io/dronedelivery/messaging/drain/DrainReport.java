package io.dronedelivery.messaging.drain;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * @param status the state of the drain
 * @param steps the finished steps, in their order
 * @param waitingFor the parts that still have work
 * @param failures what went wrong, by part
 */
record DrainReport(DrainStatus status, List<DrainStep> steps, List<String> waitingFor, List<String> failures) {

    enum DrainStatus {
        /** All six steps are done. */
        @JsonProperty("drained")
        DRAINED,
        /** The drain continues after the timeout of this call. */
        @JsonProperty("draining")
        DRAINING,
        /** All steps are done, but a part failed. */
        @JsonProperty("failed")
        FAILED
    }

    /** The six steps, in their order. */
    enum Name {
        /** The parts are found. */
        ASK,
        /** The load balancer is notified to send no more requests, and the parts take no new events from the broker. */
        DISABLE,
        /** The work at hand is finished: first events from the broker; then, when no new messages are admitted, messages to send. */
        DRAIN,
        /** Consumers leave their group, so that the other members take over at once. */
        REMOVE,
        /** The parts that send close their connections. */
        STOP,
        /** Every part is asked again whether it has work left. */
        CONFIRM;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * @param step its name
     * @param at when it ended
     * @param parts the parts that took part in it
     */
    record DrainStep(String step, Instant at, List<String> parts) {}
}
