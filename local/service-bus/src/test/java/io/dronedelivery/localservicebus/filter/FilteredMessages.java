package io.dronedelivery.localservicebus.filter;

import io.dronedelivery.localservicebus.message.AmqpCodec;
import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.message.Message;

/** Messages with a property of each kind that filters compute with. */
final class FilteredMessages {

    static final AmqpCodec CODEC = new AmqpCodec();

    private FilteredMessages() {}

    /** @param text the value of the property {@code t} */
    static AmqpMessage with(String text) {
        Message message = Message.Factory.create();
        message.setMessageId("m-1");
        message.setSubject("fleet.landed");
        message.setApplicationProperties(new ApplicationProperties(
                Map.of("t", text, "n", 12, "big", Long.MAX_VALUE, "d", 0.5, "b", true, "a b", "blank")));
        byte[] bytes = new byte[4 * text.getBytes(StandardCharsets.UTF_8).length + 512];
        return AmqpMessage.parse(bytes, 0, message.encode(bytes, 0, bytes.length), CODEC);
    }
}
