package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Rejected;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.message.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The limits of Service Bus for the application properties of a message, with the conditions of its refusals. */
class PropertyLimitsTest {
    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(o -> o.queue("q"));

    private static Message with(Map<String, Object> properties) {
        Message message = Message.Factory.create();
        message.setMessageId("id");
        message.setBody(new AmqpValue("body"));
        message.setApplicationProperties(new ApplicationProperties(properties));
        return message;
    }

    private static void assertRefused(Object outcome, String condition, String text) {
        assertThat(outcome).isInstanceOfSatisfying(Rejected.class, rejected -> {
            assertThat(rejected.getError().getCondition().toString()).isEqualTo(condition);
            assertThat(rejected.getError().getDescription()).contains(text);
        });
    }

    @Test
    void a_property_has_32_kilobytes_and_all_of_them_64() throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Sender sender = UnwritableValuesTest.sender(peer, peer.begin(), "q");
            String most = "\u00fc".repeat(16 * 1024);
            assertThat(UnwritableValuesTest.outcome(peer, sender, with(Map.of("p", most))))
                    .isInstanceOf(Accepted.class);
            assertRefused(
                    UnwritableValuesTest.outcome(peer, sender, with(Map.of("p", most + "x"))),
                    "amqp:internal-error",
                    "'p' has 32769 bytes, the limit is 32768");
            Map<String, Object> four = new LinkedHashMap<>();
            for (int i = 0; i < 4; i++) {
                four.put("p" + i, "x".repeat(20_000));
            }
            assertRefused(
                    UnwritableValuesTest.outcome(peer, sender, with(four)),
                    "amqp:internal-error",
                    "have 80008 bytes, the limit is 65536");
        }
    }

    @Test
    void a_list_a_map_and_an_array_are_no_properties() throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Sender sender = UnwritableValuesTest.sender(peer, peer.begin(), "q");
            for (Map.Entry<String, Object> odd : Map.<String, Object>of(
                            "list", List.of(1, "two"), "map", Map.of("a", "b"), "array", new String[] {"a"})
                    .entrySet()) {
                assertRefused(
                        UnwritableValuesTest.outcome(peer, sender, with(Map.of("odd", odd.getValue()))),
                        "amqp:link:message-size-exceeded",
                        "'odd' is a " + odd.getKey());
            }
        }
    }
}
