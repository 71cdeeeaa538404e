package io.dronedelivery.messaging.deadletter;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What an operator did with a dead letter, when and why. It is a line in the log on both brokers, and a text that Kafka keeps.
 *
 * @param what {@link #RESENT}, {@link #MENDED} or {@link #DISCARDED}
 * @param by the operator, as far as known
 * @param why in the operator's words; null for a call that needs no reason
 */
record DeadLetterNote(String what, String by, @Nullable String why) {

    static final String RESENT = "resent";
    static final String MENDED = "mended";
    static final String DISCARDED = "discarded";

    private static final Logger log = LoggerFactory.getLogger(DeadLetterNote.class);

    String text(WaitingDeadLetter letter) {
        ObjectNode note = JsonNodeFactory.instance
                .objectNode()
                .put("what", what)
                .put("at", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString())
                .put("by", by)
                .put("event", letter.eventId())
                .put("reason", letter.reason());
        if (why != null) {
            note.put("why", why);
        }
        return note.toString();
    }

    /** A change or a discard by hand is logged as a warning. */
    void log(String subscription, WaitingDeadLetter letter) {
        log.atLevel(what.equals(RESENT) ? Level.INFO : Level.WARN)
                .log(
                        "{}: dead letter {} (event {} of type {}, {}) was {} by {}{}",
                        subscription,
                        letter.id(),
                        letter.eventId(),
                        letter.type(),
                        letter.reason(),
                        what,
                        by,
                        why == null ? "" : ": " + why);
    }
}
