package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The target of a queue's dead letters: its own dead-letter queue, or the entity that its settings name. What cannot be forwarded stays in
 * its transfer dead-letter queue.
 */
final class DeadLetterOffice {
    private static final Logger log = LoggerFactory.getLogger(DeadLetterOffice.class);

    private final Broker broker;
    private final MessageQueue of;
    private final MessageQueue own;
    private final MessageQueue transfer;
    private boolean forwarding;

    DeadLetterOffice(Broker broker, MessageQueue of, MessageQueue own, MessageQueue transfer) {
        this.broker = broker;
        this.of = of;
        this.own = own;
        this.transfer = transfer;
    }

    MessageQueue own() {
        return own;
    }

    MessageQueue transfer() {
        return transfer;
    }

    AmqpMessage letter(StoredMessage message, @Nullable String reason, @Nullable String description) {
        Map<String, Object> why = new LinkedHashMap<>();
        if (reason != null) {
            why.put("DeadLetterReason", reason);
        }
        if (description != null) {
            why.put("DeadLetterErrorDescription", description);
        }
        return message.content().withApplicationProperties(why, broker.codec());
    }

    /** Takes over a message that its queue has removed. */
    void take(StoredMessage message, AmqpMessage letter, String source) {
        String target = of.settings().forwardDeadLettersTo();
        if (target == null) {
            own.takeDeadLetter(message, letter, source);
        } else if (!forwarded(target, letter, new Origin(message.enqueuedSequence(), source))) {
            transfer.takeDeadLetter(message, letter, source);
        }
    }

    /** Keeps a message that could not be forwarded. */
    void keepUntransferred(StoredMessage message, String reason, String description, String source) {
        transfer.takeDeadLetter(message, letter(message, reason, description), source);
    }

    /** Returns false when the target is gone, refuses the message, or forwards it back to this entity. */
    private boolean forwarded(String target, AmqpMessage content, Origin origin) {
        if (forwarding) {
            return false;
        }
        forwarding = true;
        try {
            broker.destination(target)
                    .orElseThrow(() -> EntityPath.notFound(target))
                    .forward(content, origin);
            return true;
        } catch (BrokerRefusal refusal) {
            log.debug("A dead letter of '{}' is not forwarded: {}", of.path(), refusal.getMessage());
            return false;
        } finally {
            forwarding = false;
        }
    }
}
