package io.dronedelivery.delivery.reconciliation;

import io.dronedelivery.messaging.audit.AuditedDelivery;
import java.util.ArrayList;
import java.util.List;

/**
 * The sums over the answers of an audit.
 *
 * @param answers number of answers, two for each page
 * @param withoutFlight number of deliveries without a flight
 * @param withoutLine number of deliveries without an invoice line
 * @param sentAgain number of deliveries that were announced once more because of either
 * @param examples some of the deliveries with a missing flight or line
 */
record AuditSums(int answers, long withoutFlight, long withoutLine, long sentAgain, List<String> examples) {

    static final AuditSums NONE = new AuditSums(0, 0, 0, 0, List.of());

    private static final int MOST_EXAMPLES = 20;

    AuditSums {
        examples = List.copyOf(examples);
    }

    AuditSums plus(AuditAnswer answer) {
        boolean flights = answer.side() == Side.FLIGHT;
        int missing = answer.missing().size();
        return new AuditSums(
                answers + 1,
                withoutFlight + (flights ? missing : 0),
                withoutLine + (flights ? 0 : missing),
                sentAgain + answer.sentAgain(),
                withMore(answer));
    }

    private List<String> withMore(AuditAnswer answer) {
        List<String> more = new ArrayList<>(examples);
        answer.missing().stream()
                .map(AuditedDelivery::deliveryId)
                .filter(id -> !more.contains(id))
                .limit(MOST_EXAMPLES - (long) more.size())
                .forEach(more::add);
        return more;
    }

    boolean isNothingMissing() {
        return withoutFlight == 0 && withoutLine == 0;
    }
}
