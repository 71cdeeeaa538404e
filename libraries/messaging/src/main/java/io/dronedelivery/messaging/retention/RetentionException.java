package io.dronedelivery.messaging.retention;

import java.util.List;
import java.util.stream.Collectors;

/** The broker's settings do not keep the promise, and the application is not to start then. */
final class RetentionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RetentionException(List<BrokerRetention.Mismatch> mismatches) {
        super(mismatches.stream().map(mismatch -> " - " + mismatch).collect(Collectors.joining("\n")));
    }
}
