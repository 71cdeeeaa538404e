package io.dronedelivery.messaging.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.deadletter.Instance.Answer;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Many letters are sent again by a job. */
interface ResendJobContract extends DeadLetterFixture {

    @Test
    default void those_of_a_reason_are_sent_again_and_others_stay() {
        Workshop workers = Workshop.broken();
        Instance service = start(workers);
        List<OutboundEvent> events = new ArrayList<>(parts("lamp", 1, 15));
        events.add(Workshop.ofUnknownType(channel(), "lamp", 16));
        events.add(Workshop.ofUnknownType(channel(), "chair", 1));
        events.addAll(parts("chair", 2, 15));
        service.publish(events);
        awaitWaiting(service, 31);
        workers.repair();

        JsonNode done = awaitEnd(
                service, service.post(deadLettersPath() + "/resends", "{\"reason\":\"invalid-data\",\"rate\":500}"));

        assertThat(done.path("status").stringValue()).as(done.toString()).isEqualTo("done");
        assertThat(done.path("sent").intValue()).isEqualTo(29);
        assertThat(done.path("failed").intValue()).isZero();
        eventually().untilAsserted(() -> assertThat(workers.handled()).hasSize(29));
        assertThat(workers.handled().stream().filter(id -> id.startsWith("lamp")))
                .isEqualTo(ids("lamp", 1, 15));
        assertThat(service.get(deadLettersPath() + "?reason=unknown-type")
                        .body()
                        .path("letters"))
                .hasSize(2);
        assertThat(service.get(deadLettersPath() + "?reason=invalid-data")
                        .body()
                        .path("letters"))
                .isEmpty();
    }

    @Test
    default void two_operators_who_send_all_again_at_once_lose_nothing() {
        Workshop workers = Workshop.broken();
        EventSubscription subscription = workers.subscription(channel(), WORKERS);
        Instance one = start(subscription);
        Instance other = start(subscription);
        List<OutboundEvent> events = new ArrayList<>();
        IntStream.rangeClosed(1, 6).forEach(thing -> events.addAll(parts("thing-" + thing, 1, 10)));
        one.publish(events);
        // Some may be there twice: an event that comes again after a rebalance fails again.
        eventually()
                .untilAsserted(() -> assertThat(new HashSet<>(one.get(deadLettersPath() + "?limit=200")
                                .body()
                                .path("letters")
                                .findValuesAsString("eventId")))
                        .hasSize(60));
        workers.repair();

        Answer first = one.post(deadLettersPath() + "/resends", "{\"all\":true,\"rate\":200}");
        Answer second = other.post(deadLettersPath() + "/resends", "{\"all\":true,\"rate\":200}");
        awaitEnd(one, first);
        awaitEnd(other, second);

        eventually()
                .untilAsserted(
                        () -> assertThat(new HashSet<>(workers.handled())).hasSize(60));
        awaitWaiting(one, 0);
        awaitWaiting(other, 0);
    }

    @Test
    default void one_instance_sends_the_letters_of_a_subscription_once_at_a_time_and_can_be_stopped() {
        Workshop workers = Workshop.broken();
        Instance service = start(workers);
        service.publish(parts("lamp", 1, 20));
        awaitWaiting(service, 20);

        Answer slow = service.post(deadLettersPath() + "/resends", "{\"all\":true,\"rate\":1}");
        Answer again = service.post(deadLettersPath() + "/resends", "{\"all\":true}");
        assertThat(again.status()).isEqualTo(409);
        String job = slow.body().path("id").stringValue();
        assertThat(again.text()).contains(job);
        Answer stopped = service.delete(deadLettersPath() + "/resends/" + job);

        assertThat(stopped.body().path("status").stringValue()).isEqualTo("stopped");
        assertThat(service.get(deadLettersPath() + "/resends").body()).hasSize(1);
        assertThat(service.get(deadLettersPath() + "/resends/" + job)
                        .body()
                        .path("sent")
                        .intValue())
                .isLessThan(20);
    }

    @Test
    default void a_letter_that_fails_again_stays_and_tells_how_often_it_was_sent() {
        Workshop workers = Workshop.broken();
        Instance service = start(workers);
        service.publish(parts("lamp", 1, 3));
        awaitWaiting(service, 3);

        JsonNode done = awaitEnd(service, service.post(deadLettersPath() + "/resends", "{\"all\":true,\"rate\":100}"));

        assertThat(done.path("sent").intValue()).isEqualTo(3);
        awaitWaiting(service, 3);
        Answer whole = service.get(deadLettersPath() + "/"
                + service.get(deadLettersPath())
                        .body()
                        .path("letters")
                        .get(0)
                        .path("id")
                        .stringValue());
        assertThat(whole.body().path("attributes").path("resentcount").stringValue())
                .isEqualTo("1");
        assertThat(whole.body().path("letter").path("reason").stringValue()).isEqualTo("invalid-data");
    }

    default List<String> ids(String thing, int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(part -> thing + ":" + part)
                .toList();
    }
}
