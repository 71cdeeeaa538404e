package io.dronedelivery.delivery.reconciliation;

import io.dronedelivery.delivery.request.Reannouncement.ReannouncementResult;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * @param answers number of answers, two for each page
 * @param withoutFlight number of deliveries without a flight
 * @param withoutLine number of deliveries without an invoice line
 * @param sentAgain number of deliveries that were announced once more because of either
 * @param examples some of the deliveries with a missing flight or line
 * @param waiting number of deliveries that lack either and whose events are still on their way; the other numbers leave them out. Absent
 *     in documents of earlier releases
 * @param givenUp number of deliveries that lack either although they were announced again as often as allowed
 * @param notRepaired the first of these
 */
record AuditSums(
        int answers,
        long withoutFlight,
        long withoutLine,
        long sentAgain,
        List<String> examples,
        @Nullable Long waiting,
        @Nullable Long givenUp,
        @Nullable List<String> notRepaired) {

    static final AuditSums NONE = new AuditSums(0, 0, 0, 0, List.of(), 0L, 0L, List.of());

    private static final int MOST_EXAMPLES = 20;
    private static final int MOST_LISTED = 100;

    AuditSums {
        examples = List.copyOf(examples);
        waiting = waiting == null ? Long.valueOf(0) : waiting;
        givenUp = givenUp == null ? Long.valueOf(0) : givenUp;
        notRepaired = notRepaired == null ? List.of() : List.copyOf(notRepaired);
    }

    /** The sums of one delivery that lacks its flight, its line or both. */
    static AuditSums of(String deliveryId, boolean isFlown, boolean isBilled, ReannouncementResult result) {
        if (result == ReannouncementResult.WAITING) {
            return new AuditSums(0, 0, 0, 0, List.of(), 1L, 0L, List.of());
        }
        boolean isGivenUp = result == ReannouncementResult.GIVEN_UP;
        List<String> listed = List.of(deliveryId);
        return new AuditSums(
                0,
                isFlown ? 0 : 1,
                isBilled ? 0 : 1,
                result == ReannouncementResult.ANNOUNCED ? 1 : 0,
                listed,
                0L,
                isGivenUp ? 1L : 0L,
                isGivenUp ? listed : List.of());
    }

    AuditSums plus(AuditSums more) {
        return new AuditSums(
                answers + more.answers,
                withoutFlight + more.withoutFlight,
                withoutLine + more.withoutLine,
                sentAgain + more.sentAgain,
                joined(examples, more.examples, MOST_EXAMPLES),
                sum(waiting, more.waiting),
                sum(givenUp, more.givenUp),
                joined(listed(), more.listed(), MOST_LISTED));
    }

    AuditSums withAnswers(int more) {
        return new AuditSums(
                answers + more, withoutFlight, withoutLine, sentAgain, examples, waiting, givenUp, notRepaired);
    }

    private static long sum(@Nullable Long one, @Nullable Long other) {
        return (one == null ? 0 : one) + (other == null ? 0 : other);
    }

    private static List<String> joined(List<String> some, List<String> more, int most) {
        return Stream.concat(some.stream(), more.stream())
                .distinct()
                .limit(most)
                .toList();
    }

    private List<String> listed() {
        return notRepaired == null ? List.of() : notRepaired;
    }

    boolean isNothingWaiting() {
        return sum(waiting, 0L) == 0;
    }

    boolean isNothingMissing() {
        return withoutFlight == 0 && withoutLine == 0;
    }
}
