package io.dronedelivery.messaging.kafka;

import io.dronedelivery.messaging.contract.BrokerHarness;
import io.dronedelivery.messaging.event.EventHandler;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.messaging.testkit.SharedKafka;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A group of Kafka and the topic that it consumes, for each test of a class anew, both named after the test; with what the class needs to be members. */
final class TestGroup implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

    static final Duration TIMEOUT = Duration.ofSeconds(45);
    static final RetryProperties RETRY = KafkaHarness.TWICE;

    private final SharedKafka shared = new SharedKafka();
    private @Nullable KafkaHarness kafka;
    private String name = "";
    private String topic = "";
    private Queue<String> begun = new ConcurrentLinkedQueue<>();
    private final List<BrokerHarness.Member> members = new ArrayList<>();

    @Override
    public void beforeAll(ExtensionContext tests) {
        shared.beforeAll(tests);
        kafka = KafkaHarness.of(shared);
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        String method = test.getRequiredTestMethod().getName();
        name = "g-" + method;
        topic = "t-" + method;
        // A member of the test before may still be handling something.
        begun = new ConcurrentLinkedQueue<>();
    }

    /** Ends the members that have joined, without their leaving. */
    @Override
    public void afterEach(ExtensionContext test) {
        members.forEach(BrokerHarness.Member::crash);
        members.clear();
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        kafka().close();
    }

    KafkaHarness kafka() {
        return Objects.requireNonNull(kafka, "there is a Kafka during tests only");
    }

    String name() {
        return name;
    }

    String topic() {
        return topic;
    }

    /** The ids of the events that handlers were called with, as often as they were. */
    Queue<String> begun() {
        return begun;
    }

    void join(EventHandler handler) {
        join(subscription(handler), RETRY);
    }

    void join(EventSubscription subscription, RetryProperties retry) {
        members.add(kafka().join(subscription, retry));
    }

    EventSubscription subscription(EventHandler handler) {
        Queue<String> ofThisTest = begun;
        return EventSubscription.of(topic, name).on("Moved", 1, event -> {
            ofThisTest.add(event.getId());
            return handler.handle(event);
        });
    }

    void publish(String key, int stop) {
        kafka().publisher().publish(event(key, stop)).block(TIMEOUT);
    }

    OutboundEvent event(String key, int stop) {
        return KafkaHarness.moved(topic, key, stop);
    }

    List<ConsumerRecord<byte[], byte[]>> deadLetters() {
        return kafka().raw().records(topic + "." + name + ".dead-letters");
    }

    long committed() {
        return kafka().raw().committed(name, topic);
    }
}
