package io.dronedelivery.messaging.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.deadletter.Instance.Answer;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** What operators can do with dead letters, over HTTP, on every broker. To be extended by one test class for each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DeadLetterContract {

    static final String WORKERS = "workers";
    static final String AUDITORS = "auditors";

    /** One for each test. */
    static final List<String> CHANNELS =
            IntStream.rangeClosed(1, 20).mapToObj("letters-%02d"::formatted).toList();

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

    final String channel() {
        return crashes ? CRASHES : CHANNELS.get(channelsUsed - 1);
    }

    /** The path of the workers' letters. */
    final String letters() {
        return "/" + channel() + "." + WORKERS;
    }

    final Instance start(EventSubscription... subscriptions) {
        return start(Map.of(), subscriptions);
    }

    final Instance start(Map<String, Object> properties, EventSubscription... subscriptions) {
        Map<String, Object> all = new java.util.HashMap<>(broker());
        all.putAll(properties);
        Instance instance = Instance.start(all, List.of(subscriptions));
        instances.add(instance);
        return instance;
    }

    final Instance start(Workshop workers) {
        return start(workers.subscription(channel(), WORKERS));
    }

    static ConditionFactory eventually() {
        return Awaitility.await().atMost(Duration.ofSeconds(60));
    }

    /** Parts of a thing that broke. */
    final List<OutboundEvent> parts(String thing, int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(part -> Workshop.broke(channel(), thing, part))
                .toList();
    }

    static List<String> ids(String thing, int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(part -> thing + ":" + part)
                .toList();
    }

    final long waiting(Instance service) {
        return Stream.of(service.get("").body())
                .flatMap(counts -> counts.valueStream())
                .filter(count -> ("/" + count.path("subscription").stringValue()).equals(letters()))
                .mapToLong(count -> count.path("waiting").longValue())
                .sum();
    }

    final void awaitWaiting(Instance service, long count) {
        eventually().untilAsserted(() -> assertThat(waiting(service)).isEqualTo(count));
    }

    final JsonNode onlyLetter(Instance service) {
        JsonNode page = service.get(letters()).body();
        assertThat(page.path("letters")).hasSize(1);
        return page.path("letters").get(0);
    }

    final String idOfOnlyLetter(Instance service) {
        return onlyLetter(service).path("id").stringValue();
    }

    final JsonNode awaitEnd(Instance service, Answer started) {
        assertThat(started.status()).as(started.text()).isEqualTo(202);
        String job = letters() + "/resends/" + started.body().path("id").stringValue();
        eventually()
                .untilAsserted(
                        () -> assertThat(service.get(job).body().path("status").stringValue())
                                .isNotEqualTo("running"));
        return service.get(job).body();
    }

    @Test
    void a_letter_is_listed_and_shown_whole_and_sent_again_to_the_group_that_failed_it_alone() {
        Workshop workers = Workshop.broken();
        Workshop auditors = Workshop.working();
        Instance service = start(workers.subscription(channel(), WORKERS), auditors.subscription(channel(), AUDITORS));
        service.publish(parts("lamp", 1, 1));
        awaitWaiting(service, 1);

        JsonNode listed = onlyLetter(service);
        assertThat(listed.path("eventId").stringValue()).isEqualTo("lamp:1");
        assertThat(listed.path("type").stringValue()).isEqualTo(Workshop.TYPE);
        assertThat(listed.path("key").stringValue()).isEqualTo("lamp");
        assertThat(listed.path("reason").stringValue()).isEqualTo("invalid-data");
        assertThat(listed.path("description").stringValue()).contains("No part is like that");
        assertThat(listed.path("origin").stringValue()).isNotBlank();
        assertThat(listed.path("attempts").intValue()).isEqualTo(1);

        String path = letters() + "/" + listed.path("id").stringValue();
        JsonNode whole = service.get(path).body();
        assertThat(whole.path("data").toString()).isEqualTo("{\"thing\":\"lamp\",\"part\":1}");
        assertThat(whole.path("attributes").path("id").stringValue()).isEqualTo("lamp:1");
        assertThat(whole.path("attributes").path("partitionkey").stringValue()).isEqualTo("lamp");

        workers.repair();
        assertThat(service.post(path + "/resend", "").status()).isEqualTo(200);

        eventually().untilAsserted(() -> assertThat(workers.handled()).containsExactly("lamp:1"));
        assertThat(workers.last().getExtension("resentcount")).isEqualTo("1");
        assertThat(waiting(service)).isZero();
        assertThat(service.post(path + "/resend", "").status()).isEqualTo(404);
        // What comes behind it with the same key shows that the others have had it.
        service.publish(parts("lamp", 2, 2));
        eventually().untilAsserted(() -> assertThat(auditors.handled()).endsWith("lamp:2"));
        assertThat(auditors.handled()).containsExactly("lamp:1", "lamp:2");
    }

    @Test
    void a_letter_is_mended_if_the_subscription_can_handle_what_comes_out() {
        Workshop workers = Workshop.working();
        Instance service = start(workers);
        service.publish(List.of(Workshop.withoutPart(channel(), "lamp", 7)));
        awaitWaiting(service, 1);
        String path = letters() + "/" + idOfOnlyLetter(service) + "/mend";

        Answer stillWrong = service.post(path, "{\"data\":{\"thing\":\"lamp\",\"part\":\"x\"},\"why\":\"typo\"}");
        Answer otherId = service.post(path, "{\"attributes\":{\"id\":\"other\"},\"why\":\"typo\"}");
        Answer otherType = service.post(path, "{\"attributes\":{\"type\":\"Other\"},\"why\":\"typo\"}");
        assertThat(List.of(stillWrong.status(), otherId.status(), otherType.status()))
                .containsOnly(400);
        assertThat(stillWrong.text()).contains("would not be handled", "part");
        assertThat(otherId.text()).contains("must not change");
        assertThat(otherType.text()).contains("handled are [ThingBroke]");

        Answer mended = service.post(
                path, "{\"data\":{\"thing\":\"lamp\",\"part\":7},\"why\":\"the publisher forgot the part\"}");
        assertThat(mended.status()).as(mended.text()).isEqualTo(200);

        eventually().untilAsserted(() -> assertThat(workers.handled()).containsExactly("lamp:7"));
        assertThat(workers.last().getExtension("mendedfields")).isEqualTo("/part");
        assertThat(workers.last().getExtension("mendedwhy")).isEqualTo("the publisher forgot the part");
        assertThat(workers.last().getExtension("mendedby")).isEqualTo("an operator");
        assertThat(waiting(service)).isZero();
    }

    @Test
    void a_letter_is_discarded_with_a_reason_and_once() {
        Workshop workers = Workshop.broken();
        Instance service = start(workers);
        service.publish(parts("lamp", 1, 2));
        awaitWaiting(service, 2);
        String path = letters() + "/"
                + service.get(letters())
                        .body()
                        .path("letters")
                        .get(0)
                        .path("id")
                        .stringValue() + "/discard";

        assertThat(service.post(path, "{\"why\":\" \"}").status()).isEqualTo(400);
        assertThat(service.post(path, "{\"why\":\"a test of the publisher\"}").status())
                .isEqualTo(200);

        assertThat(waiting(service)).isEqualTo(1);
        assertThat(service.post(path, "{\"why\":\"a test of the publisher\"}").status())
                .isEqualTo(404);
        assertThat(onlyLetter(service).path("eventId").stringValue()).isEqualTo("lamp:2");
    }

    @Test
    void the_last_of_many_is_sent_again_by_its_id_and_the_others_stay_within_reach() {
        Workshop workers = Workshop.broken();
        Instance service = start(workers);
        service.publish(parts("lamp", 1, 30));
        awaitWaiting(service, 30);
        workers.repair();
        JsonNode listed = service.get(letters()).body().path("letters");

        for (int index : new int[] {29, 0}) {
            String path = letters() + "/" + listed.get(index).path("id").stringValue() + "/resend";
            Answer resent = service.post(path, "");
            assertThat(resent.status()).as(resent.text()).isEqualTo(200);
        }

        eventually()
                .untilAsserted(() -> assertThat(workers.handled())
                        .containsExactlyInAnyOrder(
                                listed.get(29).path("eventId").stringValue(),
                                listed.get(0).path("eventId").stringValue()));
        assertThat(waiting(service)).isEqualTo(28);
    }

    @Test
    void those_of_a_reason_are_sent_again_and_others_stay() {
        Workshop workers = Workshop.broken();
        Instance service = start(workers);
        List<OutboundEvent> events = new ArrayList<>(parts("lamp", 1, 15));
        events.add(Workshop.ofUnknownType(channel(), "lamp", 16));
        events.add(Workshop.ofUnknownType(channel(), "chair", 1));
        events.addAll(parts("chair", 2, 15));
        service.publish(events);
        awaitWaiting(service, 31);
        workers.repair();

        JsonNode done =
                awaitEnd(service, service.post(letters() + "/resends", "{\"reason\":\"invalid-data\",\"rate\":500}"));

        assertThat(done.path("status").stringValue()).as(done.toString()).isEqualTo("done");
        assertThat(done.path("sent").intValue()).isEqualTo(29);
        assertThat(done.path("failed").intValue()).isZero();
        eventually().untilAsserted(() -> assertThat(workers.handled()).hasSize(29));
        assertThat(workers.handled().stream().filter(id -> id.startsWith("lamp")))
                .isEqualTo(ids("lamp", 1, 15));
        assertThat(service.get(letters() + "?reason=unknown-type").body().path("letters"))
                .hasSize(2);
        assertThat(service.get(letters() + "?reason=invalid-data").body().path("letters"))
                .isEmpty();
    }

    @Test
    void two_operators_who_send_all_again_at_once_lose_nothing() {
        Workshop workers = Workshop.broken();
        EventSubscription subscription = workers.subscription(channel(), WORKERS);
        Instance one = start(subscription);
        Instance other = start(subscription);
        List<OutboundEvent> events = new ArrayList<>();
        IntStream.rangeClosed(1, 6).forEach(thing -> events.addAll(parts("thing-" + thing, 1, 10)));
        one.publish(events);
        // Some may be there twice: an event that comes again after a rebalance fails again.
        eventually()
                .untilAsserted(() -> assertThat(new HashSet<>(one.get(letters() + "?limit=200")
                                .body()
                                .path("letters")
                                .findValuesAsString("eventId")))
                        .hasSize(60));
        workers.repair();

        Answer first = one.post(letters() + "/resends", "{\"all\":true,\"rate\":200}");
        Answer second = other.post(letters() + "/resends", "{\"all\":true,\"rate\":200}");
        awaitEnd(one, first);
        awaitEnd(other, second);

        eventually()
                .untilAsserted(
                        () -> assertThat(new HashSet<>(workers.handled())).hasSize(60));
        awaitWaiting(one, 0);
        awaitWaiting(other, 0);
    }

    @Test
    void one_instance_sends_the_letters_of_a_subscription_once_at_a_time_and_can_be_stopped() {
        Workshop workers = Workshop.broken();
        Instance service = start(workers);
        service.publish(parts("lamp", 1, 20));
        awaitWaiting(service, 20);

        Answer slow = service.post(letters() + "/resends", "{\"all\":true,\"rate\":1}");
        Answer again = service.post(letters() + "/resends", "{\"all\":true}");
        assertThat(again.status()).isEqualTo(409);
        String job = slow.body().path("id").stringValue();
        assertThat(again.text()).contains(job);
        Answer stopped = service.delete(letters() + "/resends/" + job);

        assertThat(stopped.body().path("status").stringValue()).isEqualTo("stopped");
        assertThat(service.get(letters() + "/resends").body()).hasSize(1);
        assertThat(service.get(letters() + "/resends/" + job)
                        .body()
                        .path("sent")
                        .intValue())
                .isLessThan(20);
    }

    @Test
    void a_letter_that_fails_again_stays_and_tells_how_often_it_was_sent() {
        Workshop workers = Workshop.broken();
        Instance service = start(workers);
        service.publish(parts("lamp", 1, 3));
        awaitWaiting(service, 3);

        JsonNode done = awaitEnd(service, service.post(letters() + "/resends", "{\"all\":true,\"rate\":100}"));

        assertThat(done.path("sent").intValue()).isEqualTo(3);
        awaitWaiting(service, 3);
        Answer whole = service.get(letters() + "/"
                + service.get(letters())
                        .body()
                        .path("letters")
                        .get(0)
                        .path("id")
                        .stringValue());
        assertThat(whole.body().path("attributes").path("resentcount").stringValue())
                .isEqualTo("1");
        assertThat(whole.body().path("letter").path("reason").stringValue()).isEqualTo("invalid-data");
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
            JsonNode page = service.get(letters() + "?limit=10" + after).body();
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
        assertThat(service.get(letters() + long_ago).body().path("letters")).isEmpty();
        assertThat(service.get(letters() + "?type=Other").body().path("letters"))
                .isEmpty();
        assertThat(service.get(letters() + "?from=2020-01-01T00:00:00Z&type=ThingBroke")
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
        awaitEnd(service, service.post(letters() + "/resends", "{\"all\":true}"));
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
        String known = letters();
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
        String path = letters() + "/" + idOfOnlyLetter(service) + "/resend";

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
