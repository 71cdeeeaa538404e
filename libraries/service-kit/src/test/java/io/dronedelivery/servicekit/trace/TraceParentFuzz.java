package io.dronedelivery.servicekit.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;

/** A header is read exactly when {@link TraceParentGrammar} allows it, and written as it was read. */
final class TraceParentFuzz {

    private TraceParentFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        String header = new String(input, StandardCharsets.ISO_8859_1);

        TraceParent read = TraceParent.parse(header);

        assertThat(read != null).isEqualTo(TraceParentGrammar.allows(header));
        if (read != null) {
            assertThat(read.header()).isEqualTo("00" + header.substring(2, 55));
            assertThat(TraceParent.of(read.spanContext())).isEqualTo(read);
            assertThat(TraceParent.continuing(header).traceId()).isEqualTo(read.traceId());
        }
    }
}
