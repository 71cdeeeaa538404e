package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.contract.GeneratedEvents;
import io.dronedelivery.messaging.testkit.FuzzedMessage;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;

/** A message is refused with a reason, or is an event; written again it is the same event. */
final class CloudEventMessagesFuzz {

    private CloudEventMessagesFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        FuzzedMessage message = FuzzedMessage.of(input);
        Map<String, Object> properties = new HashMap<>();
        message.headers().forEach((name, value) -> properties.put(name, typed(value)));
        CloudEvent event;
        try {
            event = CloudEventMessages.read(message.headers().get("content-type"), properties, message.body());
        } catch (RuntimeException e) {
            FuzzedMessage.assertIsAReason(e);
            return;
        }

        ServiceBusMessage written = CloudEventMessages.write(event, "session");
        CloudEvent again = CloudEventMessages.read(
                written.getContentType(),
                written.getApplicationProperties(),
                written.getBody().toBytes());

        assertThat(GeneratedEvents.contents(again)).isEqualTo(GeneratedEvents.contents(event));
    }

    /** Some of AMQP's own types, which the binding allows for attributes. */
    private static Object typed(String value) {
        if (value.startsWith("long:")) {
            return (long) value.hashCode();
        }
        if (value.startsWith("date:")) {
            return new Date(value.hashCode() * 1000L);
        }
        return value.startsWith("bool:") ? (Object) true : value;
    }
}
