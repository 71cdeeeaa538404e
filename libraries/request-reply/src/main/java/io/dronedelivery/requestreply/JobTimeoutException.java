package io.dronedelivery.requestreply;

import java.time.Duration;

/** No reply came within the deadline. The job may be done yet; its reply is dropped. */
public final class JobTimeoutException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    JobTimeoutException(String queue, Duration deadline) {
        super("No reply from " + queue + " within " + deadline.toMillis() + " ms");
    }
}
