package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.message.AmqpCodec;
import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The target of a queue's dead letters: its own dead-letter queue, or the entity that its settings name. */
final class DeadLetterOffice {
    private static final Logger log = LoggerFactory.getLogger(DeadLetterOffice.class);

    private final AmqpCodec codec;
    private final MessageQueue own;
    private @Nullable Destination forwardTo;
    private boolean forwarding;

    DeadLetterOffice(AmqpCodec codec, MessageQueue own) {
        this.codec = codec;
        this.own = own;
    }

    MessageQueue own() {
        return own;
    }

    void forwardTo(@Nullable Destination destination) {
        forwardTo = destination;
    }

    /** The message with the reason of its dead-lettering. */
    AmqpMessage letter(StoredMessage message, @Nullable String reason, @Nullable String description) {
        Map<String, Object> why = new LinkedHashMap<>();
        if (reason != null) {
            why.put("DeadLetterReason", reason);
        }
        if (description != null) {
            why.put("DeadLetterErrorDescription", description);
        }
        return message.content().withApplicationProperties(why, codec);
    }

    /** Takes over a message that its queue has removed. */
    void take(StoredMessage message, AmqpMessage letter, String source) {
        if (!forwarded(letter, new Origin(message.enqueuedSequence(), source))) {
            own.takeDeadLetter(message, letter, source);
        }
    }

    /**
     * Forwards a dead letter. Returns false when there is no target, when the target refuses the message, or when the target forwards it
     * back to this entity. Then the message stays in the entity's own dead-letter queue. Azure keeps it in a transfer dead-letter queue.
     */
    private boolean forwarded(AmqpMessage content, Origin origin) {
        if (forwardTo == null || forwarding) {
            return false;
        }
        forwarding = true;
        try {
            forwardTo.forward(content, origin);
            return true;
        } catch (BrokerRefusal refusal) {
            log.debug("A dead letter of '{}' is not forwarded: {}", own.path(), refusal.getMessage());
            return false;
        } finally {
            forwarding = false;
        }
    }
}
