package io.dronedelivery.delivery.reconciliation;

import java.util.HashSet;
import java.util.Set;

/** The answers of an audit that have arrived, and whether their missing deliveries have been announced once more. For one thread. */
final class ReceivedAuditAnswers {

    private final Set<Integer> incomplete = new HashSet<>();
    private final Set<Integer> repaired = new HashSet<>();
    private AuditSums sums = AuditSums.NONE;

    void add(AuditAnswer answer) {
        sums = sums.plus(answer);
        if (!answer.missing().isEmpty()) {
            incomplete.add(answer.page());
        }
        if (answer.isRepaired()) {
            repaired.add(answer.page());
        }
    }

    AuditSums sums() {
        return sums;
    }

    /** Whether no announcement is pending. */
    boolean isRepaired() {
        return repaired.containsAll(incomplete);
    }
}
