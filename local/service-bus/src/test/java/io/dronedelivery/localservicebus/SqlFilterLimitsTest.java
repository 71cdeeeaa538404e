package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.dronedelivery.localservicebus.filter.MessageView;
import io.dronedelivery.localservicebus.filter.RuleAction;
import io.dronedelivery.localservicebus.filter.RuleFilter;
import io.dronedelivery.localservicebus.filter.SqlSyntaxException;
import io.dronedelivery.localservicebus.message.AmqpCodec;
import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.time.Duration;
import java.util.Map;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.message.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules come from clients: none may cost more than a filter of Service Bus can. */
class SqlFilterLimitsTest {
    private static final AmqpCodec CODEC = new AmqpCodec();

    @ParameterizedTest
    @ValueSource(strings = {"(", "not ", "-", "+", "a and ", "a + "})
    void a_filter_longer_than_service_bus_takes_is_refused_whatever_it_says(String piece) {
        assertThatThrownBy(() -> RuleFilter.sql(piece.repeat(100_000)))
                .isInstanceOf(SqlSyntaxException.class)
                .hasMessageContaining("longer than 1024 characters");
    }

    @Test
    void an_action_longer_than_service_bus_takes_is_refused() {
        assertThatThrownBy(() -> RuleAction.sql("SET a = " + "(".repeat(100_000)))
                .isInstanceOf(SqlSyntaxException.class)
                .hasMessageContaining("longer than 1024 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "not ", "-", "+"})
    void a_filter_nested_too_deeply_is_refused(String piece) {
        assertThatThrownBy(() -> RuleFilter.sql(piece.repeat(200)))
                .isInstanceOf(SqlSyntaxException.class)
                .hasMessageContaining("nested more than 100 levels deep");
    }

    @Test
    void a_filter_of_1024_characters_is_accepted() {
        String filter = "(".repeat(100) + "a = '" + "x".repeat(1024 - 206) + "'" + ")".repeat(100);

        assertThat(filter).hasSize(1024);
        assertThat(RuleFilter.sql(filter)).hasToString(filter);
    }

    /** What takes more than a moment takes longer than anybody waits, and all other clients wait with it. */
    @Test
    void a_pattern_of_many_wildcards_is_matched_at_once() {
        String pattern = "%a".repeat(400) + "%b";
        RuleFilter filter = RuleFilter.sql("t LIKE '" + pattern + "'");
        MessageView longText = new MessageView(message("a".repeat(10_000)), CODEC);

        boolean matches = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> filter.matches(longText));

        assertThat(matches).isFalse();
        assertThat(filter.matches(new MessageView(message("a".repeat(400) + "b"), CODEC)))
                .isTrue();
    }

    @Test
    void text_that_an_action_joins_does_not_grow_beyond_the_room_of_a_messages_properties() {
        RuleAction action = RuleAction.sql("SET t = t + t; ".repeat(20));

        assertThat(action.apply(message("0123456789"), CODEC).applicationProperties(CODEC))
                .isEmpty();
        assertThat(RuleAction.sql("SET t = t + t")
                        .apply(message("x".repeat(32 * 1024)), CODEC)
                        .applicationProperties(CODEC))
                .containsEntry("t", "x".repeat(64 * 1024));
    }

    private static AmqpMessage message(String text) {
        Message message = Message.Factory.create();
        message.setApplicationProperties(new ApplicationProperties(Map.of("t", text)));
        byte[] bytes = new byte[text.length() + 256];
        return AmqpMessage.parse(bytes, 0, message.encode(bytes, 0, bytes.length), CODEC);
    }
}
