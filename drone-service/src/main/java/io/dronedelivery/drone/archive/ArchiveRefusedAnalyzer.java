package io.dronedelivery.drone.archive;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains what to change, instead of a stack trace. */
final class ArchiveRefusedAnalyzer extends AbstractFailureAnalyzer<ArchiveRefusedException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ArchiveRefusedException refused) {
        return new FailureAnalysis(refused.getMessage(), refused.remedy(), rootFailure);
    }
}
