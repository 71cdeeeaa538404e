package io.dronedelivery.servicekit.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceParentTest {

    private static final String VALID = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @Test
    void a_valid_header_is_read_and_written_alike() {
        TraceParent trace = TraceParent.parse(VALID);

        assertThat(trace).isNotNull();
        assertThat(trace.header()).isEqualTo(VALID);
        assertThat(trace.traceId()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
    }

    @Test
    void a_later_version_is_read_as_far_as_it_is_known() {
        TraceParent trace = TraceParent.parse("cc" + VALID.substring(2) + "-what-the-future-brings");

        assertThat(trace).isNotNull();
        assertThat(trace.header()).isEqualTo(VALID);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333g-01",
                "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01x",
            })
    void what_is_not_valid_begins_a_new_trace(String header) {
        assertThat(TraceParent.parse(header)).isNull();
        assertThat(TraceParent.continuing(header).header()).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-00");
    }

    @Test
    void a_child_is_another_span_of_the_same_trace() {
        TraceParent parent = TraceParent.parse(VALID);
        TraceParent child = parent.child();

        assertThat(child.traceId()).isEqualTo(parent.traceId());
        assertThat(child.flags()).isEqualTo(parent.flags());
        assertThat(child.spanId()).isNotEqualTo(parent.spanId());
    }
}
