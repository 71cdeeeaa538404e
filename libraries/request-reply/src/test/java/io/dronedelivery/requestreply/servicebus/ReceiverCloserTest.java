package io.dronedelivery.requestreply.servicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverAsyncClient;
import io.dronedelivery.localservicebus.LocalServiceBusExtension;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

class ReceiverCloserTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(50);

    /** Many more than Reactor has threads for what blocks: closed on those, they would wait for each other. */
    private static final int SESSIONS = 4 * Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE;

    @RegisterExtension
    static final LocalServiceBusExtension BUS =
            LocalServiceBusExtension.with(o -> o.queue("replies", replies -> replies.requiresSession(true)));

    @Test
    void receivers_of_more_sessions_than_there_are_blocking_threads_are_all_closed() {
        ReceiverCloser closer = new ReceiverCloser(TIMEOUT);
        try (ServiceBusSessionReceiverAsyncClient sessions = new ServiceBusClientBuilder()
                .connectionString(BUS.connectionString())
                .sessionReceiver()
                .queueName("replies")
                .disableAutoComplete()
                .buildAsyncClient()) {
            List<ServiceBusReceiverAsyncClient> receivers = Flux.range(0, SESSIONS)
                    .flatMap(number -> sessions.acceptSession("session-" + number), SESSIONS)
                    .doOnNext(receiver -> receiver.receiveMessages().subscribe())
                    .collectList()
                    .block(TIMEOUT);
            assertThat(receivers).hasSize(SESSIONS);

            receivers.forEach(closer::close);

            assertThatCode(() -> closer.closed().block()).doesNotThrowAnyException();
        } finally {
            closer.dispose();
        }
    }
}
