package io.dronedelivery.delivery.reconciliation;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The answers of an audit that have come.
 *
 * @param incomplete the pages of which something is missing
 * @param repaired those of which it has been announced once more
 */
record AuditAnswers(AuditSums sums, Set<Integer> incomplete, Set<Integer> repaired) {

    static final AuditAnswers NONE = new AuditAnswers(AuditSums.NONE, Set.of(), Set.of());

    AuditAnswers {
        incomplete = Set.copyOf(incomplete);
        repaired = Set.copyOf(repaired);
    }

    AuditAnswers plus(AuditAnswer answer) {
        return new AuditAnswers(
                sums.plus(answer),
                answer.missing().isEmpty() ? incomplete : with(incomplete, answer.page()),
                answer.isRepaired() ? with(repaired, answer.page()) : repaired);
    }

    private static Set<Integer> with(Set<Integer> pages, int page) {
        return Stream.concat(pages.stream(), Stream.of(page)).collect(Collectors.toSet());
    }

    /** Whether nobody is about to announce something once more. */
    boolean isRepaired() {
        return repaired.containsAll(incomplete);
    }
}
