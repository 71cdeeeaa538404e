package io.dronedelivery.messaging.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localservicebus.LocalServiceBusExtension;
import io.dronedelivery.localservicebus.LocalServiceBusOptions;
import io.dronedelivery.messaging.deadletter.Instance.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

class ServiceBusDeadLettersTest extends DeadLetterContract {

    private static final Duration SHORT_LOCK = Duration.ofSeconds(3);

    @RegisterExtension
    static final LocalServiceBusExtension bus = LocalServiceBusExtension.with(options -> {
        CHANNELS.forEach(channel -> declare(options, channel, Duration.ofMinutes(1)));
        declare(options, CRASHES, SHORT_LOCK);
    });

    private static void declare(LocalServiceBusOptions options, String channel, Duration lock) {
        options.topic(
                channel,
                topic -> List.of(WORKERS, AUDITORS)
                        .forEach(group -> topic.subscription(
                                group,
                                subscription ->
                                        subscription.requiresSession(true).lockDuration(lock))));
    }

    /** The broker takes the event after the lock of the letter has ended. */
    @Override
    void failRemovals() {
        bus.faults().delaySends(CRASHES, SHORT_LOCK.multipliedBy(2));
    }

    @Override
    void allowRemovals() {
        bus.faults().clear();
    }

    @Override
    Map<String, Object> broker() {
        return Map.of(
                "messaging.broker",
                "servicebus",
                "spring.cloud.azure.servicebus.connection-string",
                bus.connectionString(),
                "messaging.servicebus.emulator-connection-limit",
                0,
                "messaging.servicebus.consumer.session-idle-timeout",
                "2s");
    }

    @Test
    void what_lies_behind_too_many_others_is_out_of_reach_until_those_are_dealt_with() {
        Workshop workers = Workshop.broken();
        Instance service = start(Map.of("messaging.dead-letters.reach", 20), workers.subscription(channel(), WORKERS));
        service.publish(parts("lamp", 1, 45));
        awaitWaiting(service, 45);
        workers.repair();
        JsonNode listed = service.get(letters()).body().path("letters");
        String last = letters() + "/" + listed.get(44).path("id").stringValue() + "/resend";

        Answer refused = service.post(last, "");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text()).contains("messaging.dead-letters.reach");
        JsonNode all = awaitEnd(service, service.post(letters() + "/resends", "{\"all\":true,\"rate\":1000}"));

        assertThat(all.path("sent").intValue()).as(all.toString()).isEqualTo(45);
        eventually().untilAsserted(() -> assertThat(workers.handled()).hasSize(45));
    }

    @Override
    boolean idIsPlace() {
        return false;
    }
}
