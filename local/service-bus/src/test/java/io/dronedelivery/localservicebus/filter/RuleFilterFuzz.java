package io.dronedelivery.localservicebus.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The first line is an SQL filter, the rest the value of a property of the message. The filter is refused at a place in it, or is true,
 * false or unknown for the message: brackets change nothing, NOT NOT changes nothing, and a filter and its opposite are never both true.
 */
final class RuleFilterFuzz {

    private RuleFilterFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        int line = text.indexOf('\n');
        String expression = line < 0 ? text : text.substring(0, line);
        RuleFilter filter;
        try {
            filter = RuleFilter.sql(expression);
        } catch (SqlSyntaxException e) {
            assertThat(e).hasMessageMatching("(?s).{3,} at position [0-9]+ of \".*\"");
            return;
        }
        assertThat(filter).hasToString(expression);
        AmqpMessage message = FilteredMessages.with(text.substring(line + 1));
        MessageView view = new MessageView(message, FilteredMessages.CODEC);
        boolean matches = filter.matches(view);
        if (expression.toLowerCase(Locale.ROOT).contains("newid")) {
            return;
        }
        try {
            assertThat(RuleFilter.sql("(" + expression + ")").matches(view)).isEqualTo(matches);
            assertThat(RuleFilter.sql("not not (" + expression + ")").matches(view))
                    .isEqualTo(matches);
            assertThat(RuleFilter.sql("not (" + expression + ")").matches(view) && matches)
                    .isFalse();
        } catch (SqlSyntaxException e) {
            // What stands around it may make it longer or deeper than a filter can be.
            assertThat(e).hasMessageMatching("(?s).*(longer than|nested more than).*");
        }
    }
}
