package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.message.AmqpCodec;
import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a queue's dead letters go: its own dead-letter queue, or the entity that its settings name. */
final class DeadLetterOffice {
    private final AmqpCodec codec;
    private final MessageQueue own;
    private @Nullable Destination forwardTo;

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

    /** Takes over a message that its queue has forgotten. */
    void take(StoredMessage message, String source, @Nullable String reason, @Nullable String description) {
        Map<String, Object> why = new LinkedHashMap<>();
        if (reason != null) {
            why.put("DeadLetterReason", reason);
        }
        if (description != null) {
            why.put("DeadLetterErrorDescription", description);
        }
        AmqpMessage content = message.content().withApplicationProperties(why, codec);
        if (forwardTo != null) {
            forwardTo.accept(content);
        } else {
            own.takeDeadLetter(message, content, source);
        }
    }
}
