package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.contract.GeneratedEvents;
import java.util.HashMap;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What AMQP makes of a message between the two is what the tests of the broker are for. */
class CloudEventMessagesPropertyTest {

    @Property(tries = 1_000, seed = "17")
    void an_event_is_read_as_it_was_written(@ForAll("events") CloudEvent event) {
        ServiceBusMessage sent = CloudEventMessages.write(event, "session");

        CloudEvent read = CloudEventMessages.read(
                sent.getContentType(),
                sent.getApplicationProperties(),
                sent.getBody().toBytes());

        assertThat(GeneratedEvents.contents(read)).isEqualTo(GeneratedEvents.contents(event));
    }

    @Property(tries = 200, seed = "17")
    void an_event_with_the_property_names_of_jms_is_read_alike(@ForAll("events") CloudEvent event) {
        ServiceBusMessage sent = CloudEventMessages.write(event, "session");
        Map<String, Object> properties = new HashMap<>();
        sent.getApplicationProperties()
                .forEach((name, value) ->
                        properties.put(name.replace(CloudEventMessages.PREFIX, CloudEventMessages.JMS_PREFIX), value));

        CloudEvent read = CloudEventMessages.read(
                sent.getContentType(), properties, sent.getBody().toBytes());

        assertThat(GeneratedEvents.contents(read)).isEqualTo(GeneratedEvents.contents(event));
    }

    @Provide
    Arbitrary<CloudEvent> events() {
        return GeneratedEvents.all();
    }
}
