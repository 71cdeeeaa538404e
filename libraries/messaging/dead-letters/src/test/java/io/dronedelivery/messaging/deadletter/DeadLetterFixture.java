package io.dronedelivery.messaging.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.deadletter.Instance.Answer;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import tools.jackson.databind.JsonNode;

/** What the parts of the suite have in common. */
interface DeadLetterFixture {

    String WORKERS = "workers";
    String AUDITORS = "auditors";

    /** A channel that no other test uses. */
    String channel();

    /** An instance of a service that is gone after the test. */
    Instance start(Map<String, Object> properties, EventSubscription... subscriptions);

    default Instance start(EventSubscription... subscriptions) {
        return start(Map.of(), subscriptions);
    }

    default Instance start(Workshop workers) {
        return start(workers.subscription(channel(), WORKERS));
    }

    /** The path of the workers' letters. */
    default String deadLettersPath() {
        return "/" + channel() + "." + WORKERS;
    }

    default ConditionFactory eventually() {
        return Awaitility.await().atMost(Duration.ofSeconds(60));
    }

    /** Parts of a thing that broke. */
    default List<OutboundEvent> parts(String thing, int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(part -> Workshop.broke(channel(), thing, part))
                .toList();
    }

    default long waiting(Instance service) {
        return Stream.of(service.get("").body())
                .flatMap(counts -> counts.valueStream())
                .filter(count -> ("/" + count.path("subscription").stringValue()).equals(deadLettersPath()))
                .mapToLong(count -> count.path("waiting").longValue())
                .sum();
    }

    default void awaitWaiting(Instance service, long count) {
        eventually().untilAsserted(() -> assertThat(waiting(service)).isEqualTo(count));
    }

    default JsonNode onlyDeadLetter(Instance service) {
        JsonNode page = service.get(deadLettersPath()).body();
        assertThat(page.path("letters")).hasSize(1);
        return page.path("letters").get(0);
    }

    default String idOfOnlyDeadLetter(Instance service) {
        return onlyDeadLetter(service).path("id").stringValue();
    }

    default JsonNode awaitEnd(Instance service, Answer started) {
        assertThat(started.status()).as(started.text()).isEqualTo(202);
        String job = deadLettersPath() + "/resends/" + started.body().path("id").stringValue();
        eventually()
                .untilAsserted(
                        () -> assertThat(service.get(job).body().path("status").stringValue())
                                .isNotEqualTo("running"));
        return service.get(job).body();
    }
}
