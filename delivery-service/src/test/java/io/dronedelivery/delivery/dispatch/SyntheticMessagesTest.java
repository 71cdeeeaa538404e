package io.dronedelivery.delivery.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.event.OutboundEvent;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class SyntheticMessagesTest {

    private final List<OutboundEvent> messages = new SyntheticMessages().next(3);

    @Test
    void the_data_is_as_large_as_in_the_published_experiment() throws IOException {
        byte[] data = messages.get(0).event().getData().toBytes();
        JsonNode json = new ObjectMapper().readTree(data);

        assertThat(IntStream.range(0, 10)
                        .mapToObj(i -> json.get("v" + i).asString().length()))
                .containsExactly(171, 164, 167, 194, 137, 199, 159, 173, 187, 128);
        assertThat(json).hasSize(10);
        assertThat(data).hasSizeBetween(1740, 1760);
    }

    @Test
    void each_message_has_an_id_and_a_key_of_its_own() {
        assertThat(messages).extracting(message -> message.event().getId()).doesNotHaveDuplicates();
        assertThat(messages).extracting(OutboundEvent::key).doesNotHaveDuplicates();
        assertThat(messages).allSatisfy(message -> {
            assertThat(message.channel()).isEqualTo("dispatch-load");
            assertThat(message.event().getType()).isEqualTo("LoadGenerated");
            assertThat(message.event().getDataSchema()).hasToString("urn:drone-delivery:schema:LoadGenerated:1");
        });
        assertThat(messages.get(0).event().getData().toBytes())
                .isNotEqualTo(messages.get(1).event().getData().toBytes());
    }
}
