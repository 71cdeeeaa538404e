package io.dronedelivery.delivery.reconciliation;

import static io.dronedelivery.delivery.reconciliation.AuditedService.TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;

/** Audits while consumers are behind, and of what cannot be repaired. */
class AuditLagTest {

    private static final int ORDERS_A_SECOND = 15;
    private static final int INTERVALS = 3;

    private final OtherServices others = new OtherServices();

    /** @param again how often audits announce a delivery: once where answers do not tell how far the consumers are */
    @ParameterizedTest
    @CsvSource({
        "/ownerId, servicebus, true, 0",
        "/id, kafka, true, 0",
        "/ownerId, servicebus, false, 1",
        "/id, kafka, false, 1"
    })
    void deliveries_whose_completions_wait_for_three_intervals_are_announced_again_at_most_once(
            String partitionKey, String broker, boolean isTold, int again) {
        others.holdCompletionsBack(isTold);
        try (AuditedService service = AuditedService.start(
                others,
                partitionKey,
                broker,
                "--delivery.reconciliation.interval=2s",
                "--delivery.reconciliation.repeat-after=10m")) {
            int orders = ORDERS_A_SECOND * 2 * INTERVALS;
            List<String> ids = Flux.interval(Duration.ofSeconds(1).dividedBy(ORDERS_A_SECOND))
                    .onBackpressureBuffer()
                    .take(orders)
                    .publishOn(Schedulers.boundedElastic())
                    .map(n -> service.accepted("o-" + n))
                    .collectList()
                    .block(TIMEOUT);
            long compared = comparedBy(service, orders);

            await().atMost(TIMEOUT).until(() -> comparedBy(service, orders) >= compared + INTERVALS);

            // Without audits one completion of each waits. With as many, catching up takes no longer.
            assertThat(sentAgain(service)).isLessThanOrEqualTo(again * orders);
            others.catchUp();
            assertThat(others.lines).containsAll(ids);
        }
    }

    private static double sentAgain(AuditedService service) {
        return service.service()
                .bean(MeterRegistry.class)
                .get("delivery.reconciliation.sent.again")
                .counter()
                .count();
    }

    /** How many audits have compared that many deliveries. */
    private static long comparedBy(AuditedService service, int orders) {
        return service.list()
                .valueStream()
                .filter(audit -> audit.get("status").asString().equals("done")
                        && audit.get("deliveries").asInt() >= orders)
                .count();
    }

    @Test
    void what_two_announcements_did_not_repair_is_listed_and_left_alone_until_an_operator_asks() {
        others.stopBilling();
        try (AuditedService service =
                AuditedService.start(others, "/ownerId", "servicebus", "--delivery.reconciliation.interval=1s")) {
            String id = service.accepted("o-1");

            await().atMost(TIMEOUT)
                    .until(() -> service.list()
                                    .valueStream()
                                    .filter(audit -> isListed(audit, id))
                                    .count()
                            >= INTERVALS);

            assertThat(sentAgain(service)).isEqualTo(2);
            service.audit(1);
            await().atMost(TIMEOUT).until(() -> sentAgain(service) > 2);
        }
    }

    private static boolean isListed(JsonNode audit, String id) {
        return audit.get("notRepaired")
                .valueStream()
                .anyMatch(listed -> listed.asString().equals(id));
    }
}
