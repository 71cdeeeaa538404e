package io.dronedelivery.servicekit.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.problem.ProblemException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/** The header is read exactly when it is a whole number from 1 to the maximum, and refused by its name otherwise. */
final class DeadlineFuzz {

    private DeadlineFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        String header = new String(input, StandardCharsets.UTF_8);
        boolean allowed = header.matches("[0-9]{1,7}")
                && new BigInteger(header).signum() > 0
                && new BigInteger(header).compareTo(BigInteger.valueOf(Deadline.MAX_MILLIS)) <= 0;
        Deadline deadline;
        try {
            deadline = Deadline.parse(header);
        } catch (ProblemException e) {
            assertThat(allowed).isFalse();
            assertThat(e.getBody().toString()).contains(Deadline.HEADER);
            return;
        }
        assertThat(allowed).isTrue();
        assertThat(deadline.remainingMillis()).isBetween(0L, Long.parseLong(header));
    }
}
