package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RuleValuesTest {
    @RegisterExtension
    static final LocalServiceBusExtension BUS =
            LocalServiceBusExtension.with(o -> o.topic("t", t -> t.subscription("s")));

    @Test
    void a_correlation_filter_is_told_as_it_was_added_or_refused() throws IOException {
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Requests requests = new Requests(peer, peer.begin(), "t/subscriptions/s");
            assertThat(requests.ask("add-rule", null, rule("binary", new Binary(new byte[] {1}))))
                    .isEqualTo(400);
            assertThat(requests.ask("add-rule", null, rule("nothing", null))).isEqualTo(400);
            UnsignedLong large = UnsignedLong.valueOf(BigInteger.TWO.pow(63));
            assertThat(requests.ask("add-rule", null, rule("large", large))).isEqualTo(200);
            assertThat(requests.ask("enumerate-rules", null, Map.of("skip", 0, "top", 10)))
                    .isEqualTo(200);
        }
    }

    private static Map<String, Object> rule(String name, @Nullable Object value) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("key", value);
        return Map.of(
                "rule-name", name, "rule-description", Map.of("correlation-filter", Map.of("properties", properties)));
    }
}
