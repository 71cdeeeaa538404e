package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.dronedelivery.localkit.InjectedFault;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class InjectedFaultsTest {
    /** Not the common pool, which may have a single thread, and whoever waits in it holds up the others. */
    private static final Executor A_THREAD_EACH = task -> new Thread(task).start();

    private static final int LIMIT = 3;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @RegisterExtension
    final LocalServiceBusExtension bus = LocalServiceBusExtension.with(
            o -> o.queue("q").newConnectionLimit(LIMIT, Duration.ofHours(1)).meterRegistry(meters));

    @RegisterExtension
    final Clients clients = new Clients(bus);

    private ServiceBusSenderClient trying(Duration timeout) {
        return new ServiceBusClientBuilder()
                .connectionString(bus.connectionString())
                .retryOptions(new AmqpRetryOptions().setTryTimeout(timeout).setMaxRetries(0))
                .sender()
                .queueName("q")
                .buildClient();
    }

    /** For a send that nobody answers. */
    private void sendInVain() {
        try (ServiceBusSenderClient sender = trying(Duration.ofMillis(500))) {
            sender.sendMessage(Clients.message("in vain"));
        }
    }

    @Test
    void connections_beyond_the_limit_are_never_answered() {
        for (int i = 0; i < LIMIT; i++) {
            clients.sender("q").sendMessage(Clients.message("m" + i));
        }
        assertThat(bus.stats().connectionsOpen()).isEqualTo(LIMIT);
        assertThatThrownBy(this::sendInVain).hasStackTraceContaining("imeout");
        assertThat(bus.stats().connectionsOpened()).isEqualTo(LIMIT);
        assertThat(bus.stats().entity("q").in()).isEqualTo(LIMIT);
    }

    @Test
    void an_ordered_refusal_reaches_the_client_and_ends() {
        ServiceBusSenderClient sender = clients.keep(trying(Clients.WAIT));
        bus.faults().begin("refuse-sends,entity=Q,times=1");
        assertThatThrownBy(() -> sender.sendMessage(Clients.message("no")))
                .isInstanceOf(ServiceBusException.class)
                .hasStackTraceContaining("A fault was ordered");
        sender.sendMessage(Clients.message("yes"));
        assertThat(bus.stats().entity("q").in()).isEqualTo(1);
    }

    @Test
    void a_delayed_send_is_answered_late() {
        ServiceBusSenderClient sender = clients.sender("q");
        sender.sendMessage(Clients.message("warm"));
        bus.faults().begin("slow-sends,entity=q,delay=400ms");
        Instant start = Instant.now();
        sender.sendMessage(Clients.message("late"));
        assertThat(Duration.between(start, Instant.now())).isGreaterThanOrEqualTo(Duration.ofMillis(400));
        bus.faults().clear();
    }

    @Test
    void a_held_send_is_answered_when_it_is_released_and_lost_with_its_connection() {
        ServiceBusSenderClient sender = clients.sender("q");
        sender.sendMessage(Clients.message("before"));
        bus.faults().holdSends("q");
        assertThatThrownBy(this::sendInVain).hasStackTraceContaining("imeout");
        await().atMost(Clients.WAIT).until(() -> bus.stats().connectionsOpen() == 1);
        CompletableFuture<Void> held =
                CompletableFuture.runAsync(() -> sender.sendMessage(Clients.message("held")), A_THREAD_EACH);
        assertThat(bus.stats().entity("q").in()).isEqualTo(1);

        bus.faults().releaseSends("q");

        assertThat(held).succeedsWithin(Clients.WAIT);
        assertThat(Clients.bodies(clients.receiver("q"), 2)).containsExactly("before", "held");
    }

    @Test
    void clients_recover_from_a_dropped_connection() {
        ServiceBusSenderClient sender = clients.sender("q");
        sender.sendMessage(Clients.message("before"));
        bus.faults().dropConnections();
        await().atMost(Clients.WAIT).ignoreExceptions().until(() -> {
            sender.sendMessage(Clients.message("after"));
            return true;
        });
        assertThat(bus.stats().connectionsOpened()).isGreaterThan(1);
    }

    @Test
    void a_broker_that_goes_and_comes_back_has_kept_its_messages() {
        clients.sender("q").sendMessage(Clients.message("kept"));
        InjectedFault outage = bus.faults().begin("unavailable");
        assertThatThrownBy(this::sendInVain).isInstanceOf(Exception.class);
        await().atMost(Clients.WAIT).until(() -> bus.stats().connectionsOpen() == 0);
        outage.close();
        assertThat(Clients.bodies(clients.receiver("q"), 1)).containsExactly("kept");
    }

    @Test
    void figures_and_meters_tell_what_went_on() {
        clients.sender("q").sendMessage(Clients.message("one"));
        ServiceBusReceiverClient receiver = clients.receiver("q");
        var message = Clients.one(receiver);
        assertThat(bus.stats().entity("q").locked()).isEqualTo(1);
        assertThat(meters.get("local.servicebus.messages.locked")
                        .tag("entity", "q")
                        .gauge()
                        .value())
                .isEqualTo(1);
        receiver.complete(message);
        assertThat(bus.stats().entity("q")).isEqualTo(new ServiceBusStats.Entity(1, 1, 0, 0, 0, 0, 0, 0));
        assertThat(meters.get("local.servicebus.messages.in")
                        .tag("entity", "q")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
        assertThat(meters.get("local.servicebus.connections.open").gauge().value())
                .isEqualTo(2);
        assertThat(meters.get("local.servicebus.links").gauge().value()).isPositive();
    }
}
