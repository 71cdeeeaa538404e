package io.dronedelivery.servicekit.edge;

import static org.awaitility.Awaitility.await;

import java.io.EOFException;
import java.net.SocketException;
import java.time.Duration;
import org.awaitility.core.ThrowingRunnable;

/** Clients that have little time to ask: on a busy machine it may be over before they do, and then they ask again. */
final class Attempts {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private Attempts() {}

    /** Until an attempt finds no connection closed before its time and nothing else to say. */
    static void untilAsserted(ThrowingRunnable attempt) {
        await().pollDelay(Duration.ZERO)
                .atMost(TIMEOUT)
                .ignoreExceptionsMatching(
                        failure -> failure instanceof EOFException || failure instanceof SocketException)
                .untilAsserted(attempt);
    }
}
