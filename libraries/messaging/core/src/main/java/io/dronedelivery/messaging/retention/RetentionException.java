package io.dronedelivery.messaging.retention;

import java.util.List;
import java.util.stream.Collectors;

/** The broker's settings break the delivery promise, and the configuration forbids the start in this case. */
final class RetentionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RetentionException(List<BrokerRetention.Mismatch> mismatches) {
        super(mismatches.stream().map(mismatch -> " - " + mismatch).collect(Collectors.joining("\n")));
    }
}
