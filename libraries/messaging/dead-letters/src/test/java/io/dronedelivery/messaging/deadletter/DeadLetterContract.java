package io.dronedelivery.messaging.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.deadletter.Instance.Answer;
import io.dronedelivery.messaging.event.EventSubscription;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** What operators can do with dead letters, over HTTP, on every broker. To be extended by one test class for each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DeadLetterContract implements SingleDeadLetterContract, ResendJobContract {

    /** One for each test. */
    static final List<String> CHANNELS =
            IntStream.rangeClosed(1, 21).mapToObj("letters-%02d"::formatted).toList();

    /** The one of the test in which letters are not taken away. */
    static final String CRASHES = "letters-crashes";

    private final List<Instance> instances = new ArrayList<>();
    private int channelsUsed;
    private boolean crashes;

    /** Where the broker is, and which it is. */
    abstract Map<String, Object> broker();

    @BeforeEach
    final void useAnotherChannel() {
        channelsUsed++;
        crashes = false;
    }

    @AfterEach
    final void endInstances() {
        instances.forEach(Instance::close);
        instances.clear();
    }

    @Override
    public final String channel() {
        return crashes ? CRASHES : CHANNELS.get(channelsUsed - 1);
    }

    @Override
    public final Instance start(Map<String, Object> properties, EventSubscription... subscriptions) {
        Map<String, Object> all = new HashMap<>(broker());
        all.putAll(properties);
        Instance instance = Instance.start(all, List.of(subscriptions));
        instances.add(instance);
        return instance;
    }

    @Test
    void pages_follow_each_other_until_the_end() {
        Workshop workers = Workshop.broken();
        Instance service = start(workers);
        service.publish(Stream.of("lamp", "chair", "table")
                .flatMap(thing -> parts(thing, 1, 9).stream())
                .toList());
        awaitWaiting(service, 27);

        Set<String> seen = new HashSet<>();
        String after = "";
        int pages = 0;
        do {
            JsonNode page = service.get(deadLettersPath() + "?limit=10" + after).body();
            page.path("letters")
                    .forEach(
                            letter -> assertThat(seen.add(letter.path("eventId").stringValue()))
                                    .isTrue());
            assertThat(page.path("letters").size()).isLessThanOrEqualTo(10);
            JsonNode next = page.path("next");
            after = next.isString() ? "&after=" + next.stringValue() : "";
            pages++;
        } while (!after.isEmpty() && pages < 10);

        assertThat(seen).hasSize(27);
        String long_ago = "?to=2020-01-01T00:00:00Z";
        assertThat(service.get(deadLettersPath() + long_ago).body().path("letters"))
                .isEmpty();
        assertThat(service.get(deadLettersPath() + "?type=Other").body().path("letters"))
                .isEmpty();
        assertThat(service.get(deadLettersPath() + "?from=2020-01-01T00:00:00Z&type=ThingBroke")
                        .body()
                        .path("letters"))
                .hasSize(27);
    }

    @Test
    void waiting_letters_are_a_gauge_of_every_instance() {
        Workshop workers = Workshop.broken();
        Instance service = start(workers);
        awaitGauge(service, 0);

        service.publish(parts("lamp", 1, 2));
        awaitGauge(service, 2);
        Instance other = start(workers.subscription(channel(), WORKERS));
        // An event that comes again after a rebalance fails again.
        eventually()
                .untilAsserted(() ->
                        assertThat(gauge(other)).isEqualTo(waiting(service)).isGreaterThanOrEqualTo(2));

        workers.repair();
        awaitEnd(service, service.post(deadLettersPath() + "/resends", "{\"all\":true}"));
        awaitGauge(service, 0);
    }

    private void awaitGauge(Instance service, double count) {
        eventually().untilAsserted(() -> assertThat(gauge(service)).isEqualTo(count));
    }

    private double gauge(Instance service) {
        return service.meters()
                .get("messaging.dead-letters.waiting")
                .tag("messaging.destination.name", channel())
                .tag("messaging.consumer.group.name", WORKERS)
                .gauge()
                .value();
    }

    /** @param text what the answer names */
    private record Bad(String method, String path, String body, int status, String text) {}

    @Test
    void bad_input_is_told_what_is_allowed() {
        Instance service = start(Workshop.working());
        String known = deadLettersPath();
        List<Bad> calls = List.of(
                new Bad("GET", "/nobody", "", 404, channel() + "." + WORKERS),
                new Bad("GET", known + "/x", "", 400, "such as"),
                new Bad("GET", known + "/99-99", "", idIsPlace() ? 404 : 400, "99-99"),
                new Bad("GET", known + "?after=here", "", 400, "after must be"),
                new Bad("GET", known + "?limit=0", "", 400, "from 1 to 200"),
                new Bad("GET", known + "?limit=201", "", 400, "from 1 to 200"),
                new Bad("GET", known + "?from=yesterday", "", 400, "RFC 3339"),
                new Bad("GET", known + "?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", "", 400, "before to"),
                new Bad("GET", known + "?resaon=x", "", 400, "known are"),
                new Bad("POST", known + "/resends", "", 400, "is missing"),
                new Bad("POST", known + "/resends", "{", 400, "no JSON"),
                new Bad("POST", known + "/resends", "[]", 400, "wrong kind"),
                new Bad("POST", known + "/resends", "null", 400, "JSON object"),
                new Bad("POST", known + "/resends", "{}", 400, "all must be true"),
                new Bad("POST", known + "/resends", "{\"all\":true,\"reason\":\"x\"}", 400, "not both"),
                new Bad("POST", known + "/resends", "{\"resaon\":\"x\"}", 400, "resaon"),
                new Bad("POST", known + "/resends", "{\"all\":true,\"rate\":0}", 400, "from 1 to 1000"),
                new Bad("POST", known + "/resends", "{\"all\":true,\"rate\":1001}", 400, "from 1 to 1000"),
                new Bad("POST", known + "/resends", "{\"ids\":[]}", 400, "1 to 1000 ids"),
                new Bad("POST", known + "/resends", "{\"ids\":[null]}", 400, "1 to 1000 ids"),
                new Bad("GET", known + "/resends/none", "", 404, "no job"),
                new Bad("DELETE", known + "/resends/none", "", 404, "no job"),
                new Bad("POST", known + "/1/mend", "{\"why\":\"x\"}", 400, "what is to be changed"),
                new Bad("POST", known + "/1/mend", "{\"data\":{}}", 400, "why"),
                new Bad(
                        "POST",
                        known + "/1/mend",
                        "{\"attributes\":{\"Type\":\"x\"},\"why\":\"x\"}",
                        400,
                        "lower-case"),
                new Bad("POST", known + "/1/mend", "{\"attributes\":{\"type\":\"\"},\"why\":\"x\"}", 400, "empty"),
                new Bad("POST", known + "/1/discard", "{}", 400, "why"),
                new Bad("POST", known + "/1/discard", "{\"why\":\"" + "x".repeat(501) + "\"}", 400, "500"));

        assertThat(calls).allSatisfy(call -> {
            Answer answer = switch (call.method()) {
                case "GET" -> service.get(call.path());
                case "POST" -> service.post(call.path(), call.body());
                default -> service.delete(call.path());
            };
            assertThat(answer.status()).as("%s %s", call, answer.body()).isEqualTo(call.status());
            assertThat(answer.text()).contains(call.text());
            assertThat(answer.body().path("type").stringValue()).startsWith("urn:drone-delivery:problem:");
        });
    }

    @Test
    void a_letter_that_was_published_and_not_taken_away_is_published_again_and_has_the_same_id() {
        crashes = true;
        Workshop workers = Workshop.broken();
        Instance service = start(workers);
        service.publish(parts("lamp", 1, 1));
        awaitWaiting(service, 1);
        workers.repair();
        String path = deadLettersPath() + "/" + idOfOnlyDeadLetter(service) + "/resend";

        failRemovals();
        Answer crashed = service.post(path, "");
        assertThat(crashed.status()).as(crashed.text()).isGreaterThanOrEqualTo(400);
        allowRemovals();
        eventually()
                .untilAsserted(() -> assertThat(service.post(path, "").status()).isEqualTo(200));

        eventually().untilAsserted(() -> assertThat(workers.handled()).hasSizeGreaterThanOrEqualTo(2));
        assertThat(workers.handled()).containsOnly("lamp:1");
        assertThat(waiting(service)).isZero();
    }

    /** From now on letters of {@link #CRASHES} are published and then not taken away, as in a crash in between. */
    abstract void failRemovals();

    abstract void allowRemovals();

    /** Whether ids are a partition and an offset. */
    abstract boolean idIsPlace();
}
