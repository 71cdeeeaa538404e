package io.dronedelivery.invoice.completed;

import static io.dronedelivery.invoice.completed.CompletedEvents.completed;
import static io.dronedelivery.invoice.completed.CompletedEvents.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudevents.CloudEvent;
import io.dronedelivery.invoice.InvoiceServiceApplication;
import io.dronedelivery.invoice.TestDatabase;
import io.dronedelivery.messaging.event.DependencyUnavailableException;
import io.dronedelivery.messaging.event.EventHandler;
import io.dronedelivery.messaging.event.EventProcessor;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.Outcome;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.dronedelivery.servicekit.testing.ServiceClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Result;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.MediaType;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class CompletedDeliveriesTest {

    private static TestDatabase database;
    private static ConfigurableApplicationContext service;
    private static EventHandler handler;

    @BeforeAll
    static void start() {
        database = TestDatabase.start();
        service = InvoiceServiceApplication.builder()
                .run(database.arguments(
                        "--invoice.pricing.tariffs[2].base=5.00",
                        "--invoice.pricing.tariffs[2].per-km=1",
                        "--invoice.pricing.tariffs[2].per-kg=0",
                        "--invoice.pricing.tariffs[2].per-further-package=0",
                        "--invoice.pricing.tariffs[2].expedited-factor=2"));
        handler =
                service.getBean("completedDeliveries", EventSubscription.class).handler(CompletedEvents.TYPE, 1);
    }

    @AfterAll
    static void stop() {
        service.close();
        database.close();
    }

    @Test
    void a_completed_delivery_is_one_line_on_the_invoice_of_its_month() {
        handle(completed("d-1", "new-owner", "2026-11-30T23:59:59.999Z"));

        JsonNode invoice = get("/api/invoices/new-owner/2026/11");
        assertThat(invoice.get("status").asString()).isEqualTo("open");
        assertThat(invoice.get("total").decimalValue()).isEqualByComparingTo("13.40");
        JsonNode lines = get("/api/invoices/new-owner/2026/11/lines").get("lines");
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0).get("deliveryId").asString()).isEqualTo("d-1");
        assertThat(lines.get(0).get("description").asString()).isEqualTo("Delivery d-1: 9.79 km, 2 packages");
    }

    @Test
    void an_event_that_comes_again_and_again_at_the_same_time_is_one_line() {
        List<CloudEvent> events = IntStream.range(0, 6)
                .mapToObj(n -> completed("twice-" + n, "often", "2026-11-03T10:15:30Z"))
                .toList();

        Flux.fromStream(Stream.of(events, events, events).flatMap(List::stream))
                .flatMap(event -> handler.handle(event), 18)
                .then()
                .block();
        events.forEach(CompletedDeliveriesTest::handle);

        assertThat(get("/api/invoices/often/2026/11").get("lineCount").asInt()).isEqualTo(6);
    }

    @Test
    void an_event_that_comes_again_after_the_inbox_forgot_it_is_still_one_line() {
        CloudEvent event = completed("forgotten", "late", "2026-11-03T10:15:30Z");
        handle(event);
        database.execute(
                "UPDATE inbox SET received_at = now() - interval '22 days' WHERE event_id = 'forgotten:completed'");

        assertThat(service.getBean(Inbox.class).purge().block()).isEqualTo(1);
        handle(event);

        assertThat(get("/api/invoices/late/2026/11").get("lineCount").asInt()).isEqualTo(1);
    }

    @Test
    void a_purge_goes_on_until_nothing_old_is_left_and_keeps_the_rest() {
        database.execute("""
                INSERT INTO inbox SELECT '/old', n, now() - interval '22 days' FROM generate_series(1, 2500) n
                """, "INSERT INTO inbox VALUES ('/old', 'young', now() - interval '20 days')");

        assertThat(service.getBean(Inbox.class).purge().block()).isEqualTo(2500);
        assertThat(service.getBean(Inbox.class).purge().block()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"issued, USD, issued", "in-euros, EUR, open"})
    void a_line_that_an_invoice_does_not_take_goes_onto_the_next_one_that_does(
            String owner, String currency, String status) {
        database.execute("INSERT INTO owner VALUES ('%s')".formatted(owner), """
                INSERT INTO invoice VALUES ('%1$s-2026-11', '%1$s', 2026, 11, '%2$s', '%3$s'),
                                           ('%1$s-2026-12', '%1$s', 2026, 12, '%2$s', '%3$s')
                """.formatted(owner, currency, status));

        handle(completed("late-for-" + owner, owner, "2026-11-30T23:50:00Z"));

        assertThat(get("/api/invoices/" + owner + "/2026/11").get("lineCount").asInt())
                .isZero();
        assertThat(get("/api/invoices/" + owner + "/2027/1").get("lineCount").asInt())
                .isEqualTo(1);
    }

    /** Version 2 costs 5.00 + 9.79. An event of an earlier release names none. */
    @ParameterizedTest
    @CsvSource({"0, 13.40", "1, 13.40", "2, 14.79"})
    void a_delivery_is_billed_by_the_tariff_with_which_it_was_accepted(int version, String total) {
        String owner = "tariff-" + version;
        handle(completed(
                owner,
                owner,
                "2026-11-03T10:15:30Z",
                data -> version == 0 ? data : data.put("tariffVersion", version)));

        assertThat(get("/api/invoices/" + owner + "/2026/11").get("total").decimalValue())
                .isEqualByComparingTo(total);
    }

    @Test
    void a_tariff_that_is_not_known_is_named_in_the_dead_letters_and_leaves_nothing() {
        CloudEvent event =
                completed("tariff-3", "tariff-3", "2026-11-03T10:15:30Z", data -> data.put("tariffVersion", 3));

        Outcome.DeadLetter letter = deadLetter(event);

        assertThat(letter.reason()).isEqualTo("invalid-data");
        assertThat(letter.description()).contains("Version 3 of the tariff is not known; known are [1, 2]");
        handle(completed("tariff-3", "tariff-3", "2026-11-03T10:15:30Z"));
        assertThat(get("/api/invoices/tariff-3/2026/11").get("lineCount").asInt())
                .isEqualTo(1);
    }

    @Test
    void a_line_goes_onto_the_invoice_of_its_month_whatever_its_id() {
        database.execute(
                "INSERT INTO owner VALUES ('foreign')",
                "INSERT INTO invoice VALUES ('4711', 'foreign', 2026, 11, 'USD', 'open')");

        handle(completed("foreign", "foreign", "2026-11-03T10:15:30Z"));

        assertThat(get("/api/invoices/foreign/2026/11").get("lineCount").asInt())
                .isEqualTo(1);
    }

    @Test
    void an_invoice_id_that_another_owner_has_is_named() {
        database.execute(
                "INSERT INTO owner VALUES ('taker')",
                "INSERT INTO invoice VALUES ('taken-2026-11', 'taker', 2026, 11, 'USD', 'open')");

        assertThatThrownBy(() -> handle(completed("taken", "taken", "2026-11-03T10:15:30Z")))
                .hasMessage("The invoice id taken-2026-11 belongs to another owner or month");
    }

    @Test
    void a_reversed_line_is_not_billed_again() {
        CloudEvent event = completed("reversed", "reversed", "2026-11-03T10:15:30Z");
        handle(event);
        ServiceClient.of(service)
                .post()
                .uri("/internal/lines/reversed/reversal")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"why\":\"Not ordered\"}")
                .exchange()
                .expectStatus()
                .isOk();
        database.execute("DELETE FROM inbox WHERE event_id = 'reversed:completed'");

        handle(event);

        JsonNode invoice = get("/api/invoices/reversed/2026/11");
        assertThat(invoice.get("lineCount").asInt()).isEqualTo(2);
        assertThat(invoice.get("total").decimalValue()).isEqualByComparingTo("0");
    }

    @Test
    void nothing_is_left_of_work_that_failed() {
        CloudEvent event = completed("halfway", "halfway", "2026-11-03T10:15:30Z");
        database.execute("ALTER TABLE invoice_line ADD CONSTRAINT not_now CHECK (delivery_id <> 'halfway') NOT VALID");
        assertThatThrownBy(() -> handle(event)).isNotNull();
        database.execute("ALTER TABLE invoice_line DROP CONSTRAINT not_now");

        handle(event);

        assertThat(get("/api/invoices/halfway/2026/11").get("lineCount").asInt())
                .isEqualTo(1);
    }

    @Test
    void an_event_that_an_instance_has_entered_before_it_stood_still_is_billed_by_another() {
        Connection halted =
                Mono.from(service.getBean(ConnectionFactory.class).create()).block();
        Mono.from(halted.beginTransaction()).block();
        Flux.from(halted.createStatement("INSERT INTO inbox VALUES ('/drone-service', 'halted:completed')")
                        .execute())
                .flatMap(Result::getRowsUpdated)
                .blockLast();

        handle(completed("halted", "halted", "2026-11-03T10:15:30Z"));

        assertThat(get("/api/invoices/halted/2026/11").get("lineCount").asInt()).isEqualTo(1);
        Mono.from(halted.close()).onErrorComplete().block();
    }

    @Test
    void a_backlog_of_events_leaves_connections_to_the_callers_of_the_api() {
        handle(completed("waits", "waits", "2026-11-03T10:15:30Z"));
        Connection locking =
                Mono.from(service.getBean(ConnectionFactory.class).create()).block();
        Mono.from(locking.beginTransaction()).block();
        Flux.from(locking.createStatement("LOCK TABLE inbox IN EXCLUSIVE MODE").execute())
                .flatMap(Result::getRowsUpdated)
                .blockLast();
        Disposable backlog = Flux.range(0, 40)
                .flatMap(
                        n -> handler.handle(completed("waits-" + n, "waits", "2026-11-03T10:15:30Z"))
                                .onErrorComplete(),
                        40)
                .subscribe();
        try {
            for (int call = 0; call < 20; call++) {
                assertThat(get("/api/invoices/waits/2026/11").get("lineCount").asInt())
                        .isEqualTo(1);
            }
        } finally {
            backlog.dispose();
            Mono.from(locking.close()).onErrorComplete().block();
        }
    }

    /** By PostgreSQL's classes: more than it can ever do, no room, stopped by somebody. */
    @ParameterizedTest
    @CsvSource({"54000, false", "54001, false", "53100, true", "57014, true"})
    void what_is_more_than_the_database_can_ever_do_is_no_outage_of_it(String state, boolean outage) {
        database.execute("""
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                  $$ BEGIN RAISE EXCEPTION 'Refused' USING ERRCODE = '%s'; END $$
                """.formatted(state), """
                CREATE TRIGGER refuse BEFORE INSERT ON invoice_line
                  FOR EACH ROW WHEN (NEW.delivery_id = 'refused') EXECUTE FUNCTION refuse()
                """);
        try {
            assertThatThrownBy(() -> handle(completed("refused", "refused", "2026-11-03T10:15:30Z")))
                    .satisfies(failure -> assertThat(failure instanceof DependencyUnavailableException)
                            .isEqualTo(outage));
        } finally {
            database.execute("DROP TRIGGER refuse ON invoice_line", "DROP FUNCTION refuse()");
        }
    }

    @ParameterizedTest
    @CsvSource({"ownerId", "deliveryId", "requestedAt", "distanceKm", "packageCount", "packagesWeightKg", "expedited"})
    void a_missing_member_is_named_in_the_dead_letters(String member) {
        CloudEvent event = completed("incomplete", "o-17", "2026-11-03T10:15:30Z", data -> {
            data.remove(member);
            return data;
        });

        assertThat(deadLetter(event).description()).contains(member);
    }

    @ParameterizedTest
    @CsvSource({
        "ownerId, a b, ownerId must be 1 to 64",
        "ownerId, .., ownerId must be 1 to 64",
        "requestedAt, 1999-12-31T23:59:59Z, year must be from 2000 to 2100",
        "requestedAt, yesterday, yesterday",
        "distanceKm, -1, distanceKm must not be negative",
        "distanceKm, far, far",
        "packageCount, 0, packageCount must be at least 1",
        "packagesWeightKg, -0.01, packagesWeightKg must not be negative",
        // Calculating with them fails, or would take minutes where the exponent is a little smaller.
        "distanceKm, 1e-2147483647, 'field distanceKm: has more'",
        "distanceKm, 1e2147483646, 'field distanceKm: has more'",
        "packagesWeightKg, 1e-2147483647, 'field packagesWeightKg: has more'",
    })
    void a_value_out_of_its_limits_is_named_in_the_dead_letters(String member, String value, String reason) {
        CloudEvent event =
                completed("wrong", "o-17", "2026-11-03T10:15:30Z", data -> (ObjectNode) data.put(member, value));

        assertThat(deadLetter(event).description()).contains(reason);
    }

    @ParameterizedTest
    @CsvSource({"'{'", "'[]'", "'null'", "'\"text\"'"})
    void what_is_no_object_goes_to_the_dead_letters(String data) {
        assertThat(deadLetter(event("malformed", data)).reason()).isEqualTo("invalid-data");
    }

    @Test
    void members_that_are_not_known_are_ignored() {
        handle(completed("newer", "newer", "2026-11-03T10:15:30Z", data -> data.put("mood", "good")));

        assertThat(get("/api/invoices/newer/2026/11").get("lineCount").asInt()).isEqualTo(1);
    }

    private static void handle(CloudEvent event) {
        handler.handle(event).block();
    }

    private static Outcome.DeadLetter deadLetter(CloudEvent event) {
        RetryProperties impatient =
                new RetryProperties(1, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMinutes(1));
        Outcome outcome = new EventProcessor(
                        service.getBean("completedDeliveries", EventSubscription.class),
                        impatient,
                        MessageSpans.none("test"),
                        new SimpleMeterRegistry())
                .process(() -> event)
                .block();
        assertThat(outcome).isInstanceOf(Outcome.DeadLetter.class);
        return (Outcome.DeadLetter) outcome;
    }

    private static JsonNode get(String path) {
        return ServiceClient.of(service)
                .get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody();
    }
}
