package io.dronedelivery.cosmosaccess;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localcosmos.CosmosCall;
import io.dronedelivery.localcosmos.LocalCosmos;
import io.dronedelivery.servicekit.security.Caller;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the settings for several regions do when the nearest region is slow or away. */
class RegionsTest {

    private static final String NEAR = "Near";
    private static final String FAR = "Far";
    private static final String BOTH = "spring.cloud.azure.cosmos.preferred-regions=" + NEAR + "," + FAR;

    private LocalCosmos cosmos;

    @BeforeEach
    void start() {
        cosmos = LocalCosmos.start(o -> o.regions(NEAR, FAR));
    }

    @AfterEach
    void stop() {
        cosmos.close();
        System.clearProperty(CircuitBreakerPostProcessor.SWITCH);
    }

    @Test
    void a_read_that_the_nearest_region_does_not_answer_in_time_is_answered_by_the_next_one() {
        try (Service service =
                Service.start(cosmos, BOTH, "cosmos.hedging.enabled=true", "cosmos.hedging.threshold=200ms")) {
            service.store("o-17", 7, 1);
            // Longer than an operation may take.
            cosmos.faults().begin("slow,for=1h,delay=10m,region=" + NEAR);

            read(service);

            assertThat(regionsThatAnswered()).endsWith(FAR);
        }
    }

    @Test
    void a_read_that_the_nearest_region_answers_in_time_is_asked_of_nobody_else() {
        try (Service service =
                Service.start(cosmos, BOTH, "cosmos.hedging.enabled=true", "cosmos.hedging.threshold=5m")) {
            service.store("o-17", 7, 1);
            cosmos.clearCalls();

            read(service);

            assertThat(regionsThatAnswered()).containsOnly(NEAR);
        }
    }

    @Test
    void a_region_that_fails_again_and_again_is_left_out_for_the_partition() {
        // A document that is found by its partition key alone: the plan of a query is of no partition, and is asked of
        // the nearest region always.
        try (Service service = Service.start(
                cosmos, BOTH, "cosmos.partition-circuit-breaker=true", "cosmos.containers.things.partition-key=/id")) {
            service.store("o-17", 7, 1);
            cosmos.faults().begin("503,for=1h,region=" + NEAR);
            for (int i = 0; i < 40; i++) {
                read(service);
            }
            cosmos.clearCalls();

            for (int i = 0; i < 5; i++) {
                read(service);
            }

            assertThat(asked()).containsOnly(FAR);
        }
    }

    private static void read(Service service) {
        assertThat(service.things()
                        .byId("o-17-7-0", JsonNode.class, Caller.ANYBODY)
                        .blockOptional())
                .isPresent();
    }

    private List<String> regionsThatAnswered() {
        return cosmos.calls().stream()
                .filter(CosmosCall::isData)
                .map(CosmosCall::region)
                .toList();
    }

    private Set<String> asked() {
        Set<String> regions = new TreeSet<>();
        cosmos.calls().forEach(call -> regions.add(call.region()));
        return regions;
    }
}
