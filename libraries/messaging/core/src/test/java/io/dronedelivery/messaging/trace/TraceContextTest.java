package io.dronedelivery.messaging.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceContextTest {

    private static final String IDS = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-";

    @ParameterizedTest
    @CsvSource({"00, false", "01, true", "02, false", "03, true", "0a, false", "0b, true"})
    void the_last_bit_of_the_flags_says_whether_a_trace_is_sampled(String flags, boolean sampled) {
        assertThat(TraceContext.isSampled(IDS + flags)).isEqualTo(sampled);
        assertThat(TraceContext.isNotSampled(IDS + flags)).isEqualTo(!sampled);
    }

    @Test
    void of_what_is_no_traceparent_nothing_is_known() {
        for (String text : new String[] {null, "", IDS + "0"}) {
            assertThat(TraceContext.isSampled(text)).isFalse();
            assertThat(TraceContext.isNotSampled(text)).isFalse();
        }
    }

    @Test
    void meters_of_spans_are_known_by_the_names_of_the_spans() {
        assertThat(MessageSpans.isOfSpan("messaging.process")).isTrue();
        assertThat(MessageSpans.isOfSpan("messaging.publish.active")).isTrue();
        assertThat(MessageSpans.isOfSpan("messaging.dispatch.queued")).isFalse();
        assertThat(MessageSpans.isOfSpan("messaging.active")).isFalse();
    }
}
