package io.dronedelivery.messaging.servicebus;

import com.azure.core.amqp.models.AmqpMessageBodyType;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import java.util.Locale;

/** The body of a message that is data. */
public final class AmqpData {

    private AmqpData() {}

    /**
     * The bytes. The SDK gives no other bodies out, such as that of a JMS client's text message, and throws when it is asked for them.
     *
     * @throws IllegalArgumentException saying what the body is, when it is no data
     */
    public static byte[] of(ServiceBusReceivedMessage message) {
        AmqpMessageBodyType type = message.getRawAmqpMessage().getBody().getBodyType();
        if (type != AmqpMessageBodyType.DATA) {
            throw new IllegalArgumentException(
                    "The body must be AMQP data, is an AMQP " + type.name().toLowerCase(Locale.ROOT));
        }
        return message.getBody().toBytes();
    }
}
