package io.dronedelivery.messaging.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.amqp.models.AmqpMessageBody;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.models.SubQueue;
import io.dronedelivery.localservicebus.LocalServiceBusExtension;
import io.dronedelivery.localservicebus.LocalServiceBusOptions;
import io.dronedelivery.messaging.deadletter.Instance.Answer;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;
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
        bus.faults()
                .begin("slow-sends,for=1h,entity=%s,delay=%dms"
                        .formatted(CRASHES, SHORT_LOCK.multipliedBy(2).toMillis()));
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

    /** So many events have failed, and would not fail any more. */
    private JsonNode deadLettersOfRepaired(Workshop workers, Instance service, int count) {
        service.publish(parts("lamp", 1, count));
        awaitWaiting(service, count);
        workers.repair();
        return service.get(deadLettersPath() + "?limit=200").body().path("letters");
    }

    @Test
    void what_lies_behind_too_many_others_is_out_of_reach_until_those_are_dealt_with() {
        Workshop workers = Workshop.broken();
        Instance service = start(Map.of("messaging.dead-letters.reach", 20), workers.subscription(channel(), WORKERS));
        JsonNode listed = deadLettersOfRepaired(workers, service, 45);
        String last = deadLettersPath() + "/" + listed.get(44).path("id").stringValue() + "/resend";

        Answer refused = service.post(last, "");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text()).contains("messaging.dead-letters.reach");
        JsonNode all = awaitEnd(service, service.post(deadLettersPath() + "/resends", "{\"all\":true,\"rate\":1000}"));

        assertThat(all.path("sent").intValue()).as(all.toString()).isEqualTo(45);
        eventually().untilAsserted(() -> assertThat(workers.handled()).hasSize(45));
    }

    @Test
    void letters_of_a_key_are_sent_again_in_their_order() {
        Workshop workers = Workshop.broken();
        Instance service = start(workers);
        deadLettersOfRepaired(workers, service, 10);

        service.deadLetters().work(DeadLetterFilter.ALL, new EverFaster()).block(Duration.ofSeconds(60));

        eventually().untilAsserted(() -> assertThat(workers.handled()).isEqualTo(ids("lamp", 1, 10)));
    }

    /** Sends all again; each takes less time than the one before. */
    private static final class EverFaster implements DeadLetterWork {

        private final AtomicInteger before = new AtomicInteger();

        @Override
        public boolean isOver() {
            return false;
        }

        @Override
        public Mono<Disposal> decide(WaitingDeadLetter letter) {
            return Mono.delay(Duration.ofMillis(Math.max(0, 100 - 10 * before.getAndIncrement())))
                    .thenReturn(new Disposal.Resend(ResentAttributes.of(letter, WORKERS, "call"), null, "note"));
        }

        @Override
        public void done(WaitingDeadLetter letter, Disposal disposal) {}

        @Override
        public void failed(WaitingDeadLetter letter, Throwable failure) {
            throw new AssertionError(letter.id(), failure);
        }
    }

    @Test
    void looking_after_the_letters_takes_one_connection_however_often() {
        Workshop workers = Workshop.broken();
        Instance service =
                start(Map.of("messaging.dead-letters.watch", "50ms"), workers.subscription(channel(), WORKERS));
        service.publish(parts("lamp", 1, 1));
        awaitWaiting(service, 1);
        long opened = bus.stats().connectionsOpened();

        for (int i = 0; i < 20; i++) {
            assertThat(onlyDeadLetter(service).path("eventId").stringValue()).isEqualTo("lamp:1");
        }

        // Others may open some meanwhile; it was one for each look.
        assertThat(bus.stats().connectionsOpened()).isLessThan(opened + 10);
    }

    @Test
    void an_id_that_does_not_wait_is_not_looked_for_among_the_others() {
        Workshop workers = Workshop.broken();
        Instance service = start(Map.of("messaging.dead-letters.reach", 20), workers.subscription(channel(), WORKERS));
        JsonNode listed = deadLettersOfRepaired(workers, service, 45);
        String first = listed.get(0).path("id").stringValue();

        JsonNode job = awaitEnd(
                service, service.post(deadLettersPath() + "/resends", "{\"ids\":[\"" + first + "\",\"999999\"]}"));

        assertThat(job.path("status").stringValue()).as(job.toString()).isEqualTo("done");
        assertThat(job.path("sent").intValue()).isEqualTo(1);
    }

    @Test
    void a_letter_behind_many_others_is_sent_again_and_the_others_are_given_back() {
        Workshop workers = Workshop.broken();
        Instance service = start(workers.subscription(channel(), WORKERS));
        JsonNode listed = deadLettersOfRepaired(workers, service, 60);
        String last = listed.get(59).path("id").stringValue();

        Answer sent = service.post(deadLettersPath() + "/" + last + "/resend", "");

        assertThat(sent.status()).as(sent.text()).isEqualTo(200);
        awaitWaiting(service, 59);
        // None is locked, so each is given out at once.
        JsonNode others =
                awaitEnd(service, service.post(deadLettersPath() + "/resends", "{\"all\":true,\"rate\":1000}"));
        assertThat(others.path("sent").intValue()).as(others.toString()).isEqualTo(59);
    }

    @Test
    void letters_that_take_a_while_to_be_given_out_are_sent_again() {
        Workshop workers = Workshop.broken();
        Instance service = start(workers);
        deadLettersOfRepaired(workers, service, 2);

        try (ServiceBusReceiverClient other = receiver(channel())) {
            List<ServiceBusReceivedMessage> held = receive(other, 2);
            Answer started = service.post(deadLettersPath() + "/resends", "{\"all\":true,\"rate\":1000}");
            String job =
                    deadLettersPath() + "/resends/" + started.body().path("id").stringValue();
            eventually()
                    .during(Duration.ofSeconds(3))
                    .untilAsserted(() -> assertThat(
                                    service.get(job).body().path("status").stringValue())
                            .isEqualTo("running"));
            held.forEach(other::abandon);

            JsonNode end = awaitEnd(service, started);
            assertThat(end.path("status").stringValue()).as(end.toString()).isEqualTo("done");
            assertThat(end.path("sent").intValue()).isEqualTo(2);
        }
    }

    @Test
    void letters_that_somebody_else_holds_are_named_and_no_job_that_has_not_sent_them_is_done() {
        Workshop workers = Workshop.broken();
        Instance service =
                start(Map.of("messaging.dead-letters.timeout", "10s"), workers.subscription(channel(), WORKERS));
        service.publish(parts("lamp", 1, 2));
        awaitWaiting(service, 2);
        String id = service.get(deadLettersPath())
                .body()
                .path("letters")
                .get(0)
                .path("id")
                .stringValue();

        try (ServiceBusReceiverClient other = receiver(channel())) {
            receive(other, 2);
            Answer all = service.post(deadLettersPath() + "/resends", "{\"all\":true,\"rate\":1000}");
            Answer one = service.post(deadLettersPath() + "/" + id + "/resend", "");
            JsonNode job = awaitEnd(service, all);

            assertThat(job.path("status").stringValue()).isEqualTo("failed");
            assertThat(job.path("sent").intValue()).isZero();
            assertThat(job.path("errors").toString())
                    .contains("The dead letter " + id + " was not delivered: another receiver is working on it");
            assertThat(one.status()).as(one.text()).isEqualTo(409);
            assertThat(one.text()).contains("The dead letter " + id + " was not delivered");
        }
    }

    /** Its body is an AMQP value, which the SDK does not give out. */
    @Test
    void a_text_message_of_a_jms_client_is_a_letter_like_any_other_and_is_sent_again_as_data() {
        Workshop workers = Workshop.broken();
        Instance service = start(workers);
        send(ofJms("lamp", 1, AmqpMessageBody.fromValue(json("lamp", 1))));
        service.publish(parts("lamp", 2, 2));
        awaitWaiting(service, 2);
        workers.repair();

        JsonNode listed = service.get(deadLettersPath()).body().path("letters");
        assertThat(listed.findValuesAsString("eventId")).containsExactlyInAnyOrder("lamp:1", "lamp:2");
        JsonNode text = service.get(deadLettersPath() + "?reason=malformed-event")
                .body()
                .path("letters")
                .path(0);
        assertThat(text.path("description").stringValue()).contains("must be AMQP data, is an AMQP value");
        JsonNode whole = service.get(deadLettersPath() + "/" + text.path("id").stringValue())
                .body();
        assertThat(whole.path("data").toString()).isEqualTo(json("lamp", 1));

        JsonNode job = awaitEnd(service, service.post(deadLettersPath() + "/resends", "{\"all\":true,\"rate\":1000}"));
        assertThat(job.path("sent").intValue()).as(job.toString()).isEqualTo(2);
        eventually().untilAsserted(() -> assertThat(workers.handled()).containsExactlyInAnyOrder("lamp:1", "lamp:2"));
        assertThat(waiting(service)).isZero();
    }

    @Test
    void no_property_of_a_message_keeps_it_from_being_handled_or_given_up_for_a_reason() {
        Workshop workers = Workshop.working();
        Instance service = start(workers);
        ServiceBusMessage withReservedName = ofJms("lamp", 2, data("lamp", 2));
        withReservedName.getApplicationProperties().put("errorChannel", 5);
        ServiceBusMessage withContentType = ofJms("lamp", 3, data("lamp", 3));
        withContentType.getApplicationProperties().put("contentType", "none");

        send(ofJms("lamp", 1, data("lamp", 1)).setContentType("application/json; charset=unheard-of"));
        send(withReservedName);
        send(withContentType);
        send(ofJms("lamp", 4, data("lamp", 4)).setContentType("json"));

        eventually().untilAsserted(() -> assertThat(workers.handled()).containsExactly("lamp:1", "lamp:2", "lamp:3"));
        awaitWaiting(service, 1);
        assertThat(onlyDeadLetter(service).path("reason").stringValue()).isEqualTo("unknown-content-type");
    }

    private static AmqpMessageBody data(String thing, int part) {
        return AmqpMessageBody.fromData(json(thing, part).getBytes(StandardCharsets.UTF_8));
    }

    private static String json(String thing, int part) {
        return "{\"thing\":\"" + thing + "\",\"part\":" + part + "}";
    }

    /** An event whose attributes are named as JMS clients can name them. */
    private ServiceBusMessage ofJms(String thing, int part, AmqpMessageBody body) {
        OutboundEvent event = Workshop.broke(channel(), thing, part);
        ServiceBusMessage message = new ServiceBusMessage(body).setSessionId("jms");
        Map.of(
                        "specversion", "1.0",
                        "id", event.event().getId(),
                        "source", event.event().getSource().toString(),
                        "type", event.event().getType(),
                        "dataschema", String.valueOf(event.event().getDataSchema()),
                        "partitionkey", event.key())
                .forEach((name, value) -> message.getApplicationProperties().put("cloudEvents_" + name, value));
        return message;
    }

    private void send(ServiceBusMessage message) {
        try (ServiceBusSenderClient sender = new ServiceBusClientBuilder()
                .connectionString(bus.connectionString())
                .sender()
                .topicName(channel())
                .buildClient()) {
            sender.sendMessage(message);
        }
    }

    private static ServiceBusReceiverClient receiver(String channel) {
        return new ServiceBusClientBuilder()
                .connectionString(bus.connectionString())
                .receiver()
                .topicName(channel)
                .subscriptionName(WORKERS)
                .subQueue(SubQueue.DEAD_LETTER_QUEUE)
                .disableAutoComplete()
                .maxAutoLockRenewDuration(Duration.ZERO)
                .buildClient();
    }

    /** Locks so many letters. */
    private static List<ServiceBusReceivedMessage> receive(ServiceBusReceiverClient receiver, int count) {
        List<ServiceBusReceivedMessage> received = new ArrayList<>();
        while (received.size() < count) {
            receiver.receiveMessages(count - received.size(), Duration.ofSeconds(30))
                    .forEach(received::add);
        }
        return received;
    }

    @Override
    boolean idIsPlace() {
        return false;
    }
}
