package io.dronedelivery.localservicebus.filter;

import io.dronedelivery.localservicebus.message.AmqpCodec;
import io.dronedelivery.localservicebus.message.AmqpMessage;
import org.apache.qpid.proton.amqp.Symbol;
import org.jspecify.annotations.Nullable;

/** A message as filters see it: its system and application properties, never its body. */
public final class MessageView {
    private static final Symbol PARTITION_KEY = Symbol.valueOf("x-opt-partition-key");

    private final AmqpMessage message;
    private final AmqpCodec codec;

    /** A view on the message. Sections are decoded when a filter first needs them. */
    public MessageView(AmqpMessage message, AmqpCodec codec) {
        this.message = message;
        this.codec = codec;
    }

    @Nullable
    String system(SystemProperty property) {
        return property.read(message.properties(codec));
    }

    @Nullable
    String partitionKey() {
        Object key = message.annotations().get(PARTITION_KEY);
        return key == null ? null : key.toString();
    }

    /** The application property as a value for expressions; null when absent. Names are not case-sensitive, as in Service Bus. */
    @Nullable
    Object application(String name) {
        Object value = message.applicationProperties(codec).get(name);
        if (value == null) {
            for (var entry : message.applicationProperties(codec).entrySet()) {
                if (entry.getKey().equalsIgnoreCase(name)) {
                    value = entry.getValue();
                }
            }
        }
        return value == null ? null : SqlValues.normalise(value);
    }
}
