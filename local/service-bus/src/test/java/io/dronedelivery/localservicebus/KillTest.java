package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@Tag("whole")
class KillTest {
    /** For a busy machine; only a failure takes so long. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    private static ServiceBusClientBuilder builder(DurableBroker broker) {
        return new ServiceBusClientBuilder()
                .connectionString(broker.connectionString())
                .retryOptions(new AmqpRetryOptions()
                        .setTryTimeout(TIMEOUT)
                        .setMaxRetries(0)
                        .setDelay(Duration.ofMillis(10)));
    }

    @Test
    void no_acknowledged_message_is_lost_and_no_completed_one_comes_back_when_the_broker_is_killed() throws Exception {
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        Set<String> completed = new HashSet<>();
        for (int round = 0; round < 2; round++) {
            try (DurableBroker broker = DurableBroker.start(directory)) {
                if (round > 0) {
                    completeSome(broker, completed);
                }
                sendUntilKilled(broker, "r" + round + "-", acknowledged);
            }
        }
        Set<String> left;
        try (DurableBroker broker = DurableBroker.start(directory)) {
            Set<String> expected = new HashSet<>(acknowledged);
            expected.removeAll(completed);
            left = drain(broker, expected);
        }
        assertThat(acknowledged).hasSizeGreaterThan(500);
        assertThat(completed).isNotEmpty();
        assertThat(left).doesNotContainAnyElementsOf(completed);
        Set<String> found = new HashSet<>(left);
        found.addAll(completed);
        assertThat(found).containsAll(acknowledged);
    }

    private static void sendUntilKilled(DurableBroker broker, String prefix, Set<String> acknowledged) {
        AtomicInteger seen = new AtomicInteger();
        try (ServiceBusSenderAsyncClient sender =
                builder(broker).sender().queueName("q").buildAsyncClient()) {
            Flux.range(0, 100_000)
                    .flatMap(
                            i -> sender.sendMessage(new ServiceBusMessage(prefix + i))
                                    .then(Mono.fromRunnable(() -> {
                                        acknowledged.add(prefix + i);
                                        if (seen.incrementAndGet() == 400) {
                                            broker.kill();
                                        }
                                    })),
                            20)
                    // The death of the broker is the end, whether a send heard of it or is still under way.
                    .onErrorResume(e -> broker.death().then(Mono.empty()))
                    .takeUntilOther(broker.death())
                    .blockLast(TIMEOUT);
        }
    }

    private static void completeSome(DurableBroker broker, Set<String> completed) {
        try (ServiceBusReceiverClient receiver =
                builder(broker).receiver().queueName("q").disableAutoComplete().buildClient()) {
            receiver.receiveMessages(20, TIMEOUT).forEach(message -> {
                receiver.complete(message);
                completed.add(message.getBody().toString());
            });
        }
    }

    private static Set<String> drain(DurableBroker broker, Set<String> expected) {
        Set<String> bodies = ConcurrentHashMap.newKeySet();
        var processor = builder(broker)
                .processor()
                .queueName("q")
                .maxConcurrentCalls(8)
                .processMessage(context -> assertThat(
                                bodies.add(context.getMessage().getBody().toString()))
                        .isTrue())
                .processError(context -> {})
                .buildProcessorClient();
        processor.start();
        // All that must be there, and then for a moment whatever should not.
        AtomicInteger last = new AtomicInteger(-1);
        await().atMost(TIMEOUT)
                .pollInterval(Clients.MOMENT)
                .until(() -> last.getAndSet(bodies.size()) == bodies.size() && bodies.containsAll(expected));
        processor.close();
        return bodies;
    }
}
