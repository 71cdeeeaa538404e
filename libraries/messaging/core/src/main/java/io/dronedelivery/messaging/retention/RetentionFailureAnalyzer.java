package io.dronedelivery.messaging.retention;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints which settings of the broker to change, instead of a stack trace. */
final class RetentionFailureAnalyzer extends AbstractFailureAnalyzer<RetentionException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, RetentionException cause) {
        return new FailureAnalysis(
                "The broker does not keep events as the promise needs it:\n" + cause.getMessage(),
                "Change the broker's settings, or accept what there is: by a lower value of the named setting of this"
                        + " application, or by the broker's name in messaging.promise.accept, such as"
                        + " messaging.promise.accept=message.timestamp.type. With messaging.promise.check=warn the"
                        + " application starts all the same.",
                cause);
    }
}
