package io.dronedelivery.drone.utilization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import io.dronedelivery.cosmosaccess.CosmosContainers;
import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.drone.DroneService;
import io.dronedelivery.drone.utilization.UtilizationProperties.SummarySettings;
import io.dronedelivery.localcosmos.CosmosCall;
import io.dronedelivery.servicekit.security.Owner;
import io.dronedelivery.servicekit.security.OwnerMonth;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/** The summaries, kept beside real flights in a local Cosmos DB of several partitions. */
@ExtendWith(OutputCaptureExtension.class)
class SummaryTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String CREATE = "--cosmos.containers.flight-summaries.create-if-missing=true";

    private static RunningService service;

    @BeforeAll
    static void start() {
        service =
                start("--drone.utilization.source=summary", "--drone.utilization.summary.poll-interval=100ms", CREATE);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static RunningService start(String... settings) {
        return DroneService.start("/ownerId", o -> o.partitions(3), settings);
    }

    @Test
    void a_month_follows_its_flights_and_is_one_point_read() {
        store(flight("a-1", "o-a", 11, "1.25"), flight("a-2", "o-a", 11, "2.50"), flight("a-3", "o-a", 10, "7"));
        awaitSummary("o-a", 11, 2);

        awaitSummary("o-a", 10, 1);
        await().atMost(TIMEOUT).untilAsserted(SummaryTest::theMonthOfOwnerAIsOnePointReadAndNoCallToTheFlights);

        store(flight("a-4", "o-a", 11, "0.25"));

        awaitSummary("o-a", 11, 3);
        assertThat(utilization("o-a", 11).travelledKm()).isEqualByComparingTo("4.00");
        assertThat(utilization("o-a", 10).flights()).isEqualTo(1);
    }

    /** The upkeep's looks are in between. */
    private static void theMonthOfOwnerAIsOnePointReadAndNoCallToTheFlights() {
        service.dataCalls();
        assertThat(service.get("/api/dronedeliveries/utilization?ownerId=o-a&year=2026&month=11")
                        .get("travelledKm")
                        .decimalValue())
                .isEqualByComparingTo("3.75");
        List<CosmosCall> calls = service.dataCalls().stream()
                .filter(call -> !call.operation().equals("change-feed"))
                .toList();
        assertThat(calls).isNotEmpty().allSatisfy(call -> {
            assertThat(call.container()).isEqualTo("flight-summaries");
            assertThat(call.operation()).isEqualTo("read-document");
            assertThat(call.requestCharge()).isLessThanOrEqualTo(1.1);
        });
    }

    @Test
    void a_month_whose_summary_is_not_written_yet_is_added_up_from_its_flights() {
        DocumentContainer flights = service.bean(CosmosContainers.class).get("flights");
        DocumentContainer summaries = service.bean(CosmosContainers.class).get("flight-summaries");
        OwnerMonth month = new OwnerMonth(Owner.ofMessage("o-b"), 2026, 11);
        store(flight("b-1", "o-b", 11, "1"));
        awaitSummary("o-b", 11, 1);

        summaries.delete("o-b", "2026-11", null).block();

        MonthTotals asked = new Summaries(summaries, new QueriedTotals(flights, "asked"), nobody -> Mono.never());
        assertThat(asked.of(month).block().flights()).isEqualTo(1);
    }

    @Test
    void a_month_without_flights_is_zeros() {
        assertThat(utilization("nobody", 11).flights()).isZero();
        assertThat(utilization("nobody", 11).travelledKm()).isEqualByComparingTo("0");
    }

    @Test
    void a_process_that_starts_goes_on_where_the_last_one_ended() {
        store(flight("c-1", "o-c", 11, "1"));
        awaitSummary("o-c", 11, 1);
        await().atMost(TIMEOUT)
                .until(() -> upkeep(new SimpleMeterRegistry()).run().block() == 0);

        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        SummaryUpkeep next = upkeep(meters);
        assertThat(next.run().block()).isZero();
        assertThat(meters.get("drone.utilization.summary.flights").counter().count())
                .isZero();

        store(flight("c-2", "o-c", 11, "1"));
        awaitSummary("o-c", 11, 2);
    }

    @Test
    void changes_that_come_again_change_nothing() {
        store(flight("d-1", "o-d", 11, "1"), flight("d-2", "o-d", 11, "2"));
        awaitSummary("o-d", 11, 2);
        FlightTotals before = summary("o-d", 11);

        service.bean(CosmosContainers.class)
                .get("flight-summaries")
                .delete("position:flights", "position:flights", null)
                .block();
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        upkeep(meters).run().block();

        assertThat(summary("o-d", 11)).isEqualTo(before);
    }

    @Test
    void processes_that_follow_the_same_flights_at_the_same_time_come_to_the_same_sums() {
        List<ObjectNode> flights = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            flights.add(flight("e-" + i, "o-e", 11, "0.50"));
        }
        Flux<Long> others = Flux.range(0, 3)
                .map(n -> upkeep(new SimpleMeterRegistry()))
                .flatMap(upkeep -> upkeep.run().repeat(10));

        Flux.fromIterable(flights)
                .concatMap(flight ->
                        service.bean(CosmosContainers.class).get("flights").create(flight))
                .thenMany(Flux.<Object>empty())
                .mergeWith(others.then(Mono.empty()))
                .blockLast(TIMEOUT);

        awaitSummary("o-e", 11, 40);
        assertThat(summary("o-e", 11).distanceKm()).isEqualByComparingTo("20");
    }

    @Test
    void how_old_the_summaries_may_be_is_a_meter() {
        await().atMost(TIMEOUT)
                .until(() -> service.bean(MeterRegistry.class)
                                .get("drone.utilization.summary.lag")
                                .timeGauge()
                                .value()
                        > 0);
    }

    @Test
    void without_its_container_the_service_says_what_to_add(CapturedOutput output) {
        assertThatThrownBy(() -> start("--drone.utilization.source=summary"))
                .rootCause()
                .hasMessageContaining("The container 'flight-summaries' is needed and not configured");
        assertThat(output).contains("Add cosmos.containers.flight-summaries.partition-key=/ownerId to the");
    }

    /** The id of a summary is its month: each owner's would overwrite those of the others. */
    @Test
    void a_container_in_which_owners_would_share_their_months_is_refused(CapturedOutput output) {
        assertThatThrownBy(() -> start(
                        "--drone.utilization.source=summary",
                        CREATE,
                        "--cosmos.containers.flight-summaries.partition-key=/id"))
                .rootCause()
                .hasMessageContaining(
                        "The container 'flight-summaries' has to keep the documents of an owner together");
        assertThat(output).contains("Set cosmos.containers.flight-summaries.partition-key to /ownerId");
    }

    @Test
    void a_source_that_there_is_not_is_named() {
        assertThatThrownBy(() -> start("--drone.utilization.source=guess"))
                .hasStackTraceContaining("drone.utilization.source")
                .hasStackTraceContaining("guess");
    }

    /** As another process of the service has it. */
    private static SummaryUpkeep upkeep(MeterRegistry meters) {
        CosmosAsyncContainer flights = service.bean(CosmosAsyncClient.class)
                .getDatabase("drone-delivery")
                .getContainer("flights");
        FlightFeed feed =
                new FlightFeed(flights, new SummarySettings(Duration.ofSeconds(1), 7, 2, 2, Duration.ofSeconds(30)));
        return new SummaryUpkeep(
                feed,
                new FeedPosition(service.bean(CosmosContainers.class).get("flight-summaries"), feed.container()),
                service.bean(Summaries.class),
                2,
                meters);
    }

    private static void awaitSummary(String ownerId, int month, int flights) {
        await().atMost(TIMEOUT)
                .untilAsserted(
                        () -> assertThat(summary(ownerId, month).flights()).isEqualTo(flights));
    }

    /** As it is stored, whatever the flights are. */
    private static FlightTotals summary(String ownerId, int month) {
        DocumentContainer summaries = service.bean(CosmosContainers.class).get("flight-summaries");
        return new Summaries(summaries, missing -> Mono.just(FlightTotals.NONE), nobody -> Mono.never())
                .of(new OwnerMonth(Owner.ofMessage(ownerId), 2026, month))
                .block();
    }

    private static Utilization utilization(String ownerId, int month) {
        return service.bean(MonthTotals.class)
                .of(new OwnerMonth(Owner.ofMessage(ownerId), 2026, month))
                .map(FlightTotals::utilization)
                .block();
    }

    private static void store(ObjectNode... flights) {
        service.store(List.of(flights));
    }

    private static ObjectNode flight(String id, String ownerId, int month, String distanceKm) {
        return new ObjectMapper()
                .createObjectNode()
                .put("id", id)
                .put("ownerId", ownerId)
                .put("type", "flight")
                .put("year", 2026)
                .put("month", month)
                .put("distanceKm", new BigDecimal(distanceKm))
                .put("flightSeconds", 600)
                .put("payloadKg", new BigDecimal("1.5"))
                .put("capacityKg", BigDecimal.TEN);
    }
}
