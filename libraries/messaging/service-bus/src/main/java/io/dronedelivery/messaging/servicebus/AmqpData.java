package io.dronedelivery.messaging.servicebus;

import com.azure.core.amqp.models.AmqpMessageBodyType;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import java.util.Locale;

/** Reads the binary body of a message. */
public final class AmqpData {

    private AmqpData() {}

    /**
     * The bytes of the body. The SDK cannot return other kinds of body, such as the text message of a JMS client, and throws an exception.
     *
     * @throws IllegalArgumentException naming the kind of the body, when it is not binary data
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
