package io.dronedelivery.localservicebus.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Bytes that a client sends as a message, or after a first byte that is odd as a batch, are refused with a reason, or are a message whose
 * every part can be read: nothing in it fails later, when the broker routes it, expires it or writes it down.
 */
final class AmqpMessageFuzz {

    private static final AmqpCodec CODEC = new AmqpCodec();

    private AmqpMessageFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length == 0) {
            return;
        }
        byte[] bytes = Arrays.copyOfRange(input, 1, input.length);
        List<AmqpMessage> messages;
        try {
            messages = (input[0] & 1) == 0
                    ? List.of(AmqpMessage.parse(bytes, 0, bytes.length, CODEC))
                    : AmqpMessage.parseBatch(bytes, CODEC);
        } catch (MalformedMessageException | UnsupportedValueException e) {
            assertThat(e).hasMessageMatching("(?s).{5,}");
            return;
        }
        messages.forEach(AmqpMessageFuzz::check);
    }

    private static void check(AmqpMessage message) {
        String facts = facts(message);
        assertThat(message.durable()).isIn(true, false);
        assertThat(message.priority()).isNotNegative();

        AmqpMessage marked = message.withApplicationProperties(Map.of("DeadLetterReason", "fuzzed"), CODEC);
        byte[] encoded = message.encoded(CODEC);

        assertThat(marked.applicationProperties(CODEC)).containsEntry("DeadLetterReason", "fuzzed");
        assertThat(facts(AmqpMessage.parse(encoded, 0, encoded.length, CODEC))).isEqualTo(facts);
        byte[] again = marked.encoded(CODEC);
        assertThat(AmqpMessage.parse(again, 0, again.length, CODEC).messageId(CODEC))
                .isEqualTo(message.messageId(CODEC));
    }

    private static String facts(AmqpMessage message) {
        for (String name : message.applicationProperties(CODEC).keySet()) {
            assertThat(name).isNotNull();
        }
        message.annotations()
                .keySet()
                .forEach(name -> assertThat(name.toString()).isNotNull());
        return message.messageId(CODEC) + "|" + message.sessionId(CODEC) + "|" + message.properties(CODEC) + "|"
                + message.timeToLiveMillis() + "|" + message.scheduledEnqueueMillis() + "|" + message.bareSize();
    }
}
