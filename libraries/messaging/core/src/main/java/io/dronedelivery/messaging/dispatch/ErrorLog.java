package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.dispatch.DispatchStatus.DispatchFailure;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last failures, and the number of messages given up. Failures are rare enough for a lock. */
final class ErrorLog {

    private static final int KEPT = 10;

    private final Deque<DispatchFailure> last = new ArrayDeque<>(KEPT);
    private long messages;

    synchronized void add(String message, int given) {
        messages += given;
        if (last.size() == KEPT) {
            last.removeFirst();
        }
        last.addLast(new DispatchFailure(Instant.now(), message));
    }

    synchronized long messages() {
        return messages;
    }

    synchronized List<DispatchFailure> last() {
        return List.copyOf(last);
    }
}
