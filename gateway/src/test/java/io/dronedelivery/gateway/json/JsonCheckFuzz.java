package io.dronedelivery.gateway.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;

/** {@link JsonCheck} judges any bytes as {@link StrictJackson} does, and reads none behind the end that it is told. */
final class JsonCheckFuzz {

    private static final int DEPTH = 64;
    private static final JsonCheck CHECK = new JsonCheck(DEPTH);
    private static final StrictJackson JUDGE = new StrictJackson(DEPTH);

    private JsonCheckFuzz() {}

    public static void fuzzerTestOneInput(byte[] text) throws IOException {
        String fault = CHECK.faultIn(text, text.length);

        assertThat(fault == null).as("the fault: %s", fault).isEqualTo(JUDGE.accepts(text));
        byte[] longer = Arrays.copyOf(text, text.length + 16);
        Arrays.fill(longer, text.length, longer.length, (byte) '1');
        assertThat(CHECK.faultIn(longer, text.length)).isEqualTo(fault);
    }
}
