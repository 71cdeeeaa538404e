package io.dronedelivery.localservicebus.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.nio.charset.StandardCharsets;

/**
 * The first line is an SQL action, the rest the value of a property of the message. The action is refused at a place in it, or makes a
 * message of the message: one that can be sent, and that is not much larger than what the action and the message say.
 */
final class RuleActionFuzz {

    /** What 1024 characters of an action can add at most. */
    private static final int MOST_ADDED = 1024 * 1024;

    private RuleActionFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        int line = text.indexOf('\n');
        String expression = line < 0 ? text : text.substring(0, line);
        RuleAction action;
        try {
            action = RuleAction.sql(expression);
        } catch (SqlSyntaxException e) {
            assertThat(e).hasMessageMatching("(?s).{3,} at position [0-9]+ of \".*\"");
            return;
        }
        AmqpMessage message = FilteredMessages.with(text.substring(line + 1));

        AmqpMessage changed = action.apply(message, FilteredMessages.CODEC);

        byte[] encoded = changed.encoded(FilteredMessages.CODEC);
        assertThat(encoded).hasSizeLessThan(message.size() + MOST_ADDED);
        AmqpMessage received = AmqpMessage.parse(encoded, 0, encoded.length, FilteredMessages.CODEC);
        assertThat(received.applicationProperties(FilteredMessages.CODEC))
                .isEqualTo(changed.applicationProperties(FilteredMessages.CODEC));
        assertThat(received.properties(FilteredMessages.CODEC))
                .hasToString(changed.properties(FilteredMessages.CODEC).toString());
    }
}
