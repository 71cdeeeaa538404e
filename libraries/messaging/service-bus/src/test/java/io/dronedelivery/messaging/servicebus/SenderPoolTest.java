package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.dronedelivery.localservicebus.LocalServiceBusExtension;
import io.dronedelivery.messaging.event.BrokerConnections.ConnectionCounts;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

class SenderPoolTest {

    private static final String QUEUE = "parcels";
    private static final Duration WAIT = Duration.ofSeconds(40);

    @RegisterExtension
    final LocalServiceBusExtension bus = LocalServiceBusExtension.with(o -> o.queue(QUEUE));

    private SenderPool pool = pool(0, 1, 1, Duration.ofMinutes(1), 0, 10);

    @AfterEach
    void close() {
        pool.close().block(WAIT);
    }

    private SenderPool pool(int min, int max, int inFlight, Duration idle, int maxUses, int maxWaiting) {
        return pool(min, max, inFlight, idle, maxUses, maxWaiting, Duration.ofSeconds(20));
    }

    private SenderPool pool(
            int min, int max, int inFlight, Duration idle, int maxUses, int maxWaiting, Duration timeout) {
        ServiceBusProperties.SenderPoolSettings settings = new ServiceBusProperties.SenderPoolSettings(
                min, max, inFlight, idle, maxUses, maxWaiting, List.of(QUEUE));
        pool = new SenderPool(
                settings,
                timeout,
                () -> new ServiceBusNamespace(bus.connectionString(), null).newConnection(Duration.ofSeconds(20)));
        return pool;
    }

    private Mono<Void> send() {
        return pool.send(QUEUE, () -> List.of(new ServiceBusMessage("parcel")));
    }

    /** Has a connection or stands in line when it is subscribed to. */
    private Mono<Void> sendFromHere() {
        return pool.send(QUEUE, List.of(new ServiceBusMessage("parcel")), pool.nextExecutor());
    }

    private List<CompletableFuture<Void>> sendAtOnce(int count) {
        return IntStream.range(0, count).mapToObj(i -> send().toFuture()).toList();
    }

    private static void join(List<CompletableFuture<Void>> sends) {
        CompletableFuture.allOf(sends.toArray(CompletableFuture[]::new))
                .orTimeout(WAIT.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    @Test
    void the_minimum_is_opened_before_anything_is_sent() {
        pool(2, 4, 10, Duration.ofMinutes(1), 0, 10).start();

        await().atMost(WAIT)
                .untilAsserted(() -> assertThat(pool.connections()).isEqualTo(new ConnectionCounts(2, 2, 2, 4)));
        assertThat(bus.stats().connectionsOpen()).isEqualTo(2);
    }

    @Test
    void a_broker_that_is_away_does_not_hold_up_the_start() {
        bus.faults().begin("unavailable,for=1h");
        pool(1, 1, 10, Duration.ofMillis(200), 0, 10).start();
        assertThat(pool.connections().open()).isZero();

        bus.faults().clear();
        await().atMost(WAIT).ignoreExceptions().untilAsserted(() -> send().block(WAIT));
        assertThat(bus.stats().entity(QUEUE).in()).isPositive();
    }

    @Test
    void connections_are_opened_while_all_are_busy_and_closed_when_they_are_idle() {
        pool(1, 3, 1, Duration.ofMillis(300), 0, 10).start();
        bus.faults().begin("slow-sends,for=1h,delay=200ms,entity=" + QUEUE);

        join(sendAtOnce(8));

        assertThat(pool.connections().opened()).isEqualTo(3);
        assertThat(bus.stats().connectionsOpened()).isEqualTo(3);
        assertThat(bus.stats().entity(QUEUE).in()).isEqualTo(8);
        await().atMost(WAIT)
                .untilAsserted(() -> assertThat(pool.connections().open()).isEqualTo(1));
        await().atMost(WAIT)
                .untilAsserted(() -> assertThat(bus.stats().connectionsOpen()).isEqualTo(1));
    }

    @Test
    void a_connection_that_may_be_used_once_is_closed_after_its_message() {
        pool(0, 2, 10, Duration.ofMinutes(1), 1, 10).start();

        join(sendAtOnce(5));

        assertThat(bus.stats().connectionsOpened()).isEqualTo(5);
        assertThat(pool.connections().opened()).isEqualTo(5);
        assertThat(pool.connections().open()).isZero();
        await().atMost(WAIT)
                .untilAsserted(() -> assertThat(bus.stats().connectionsOpen()).isZero());
    }

    @Test
    void no_more_than_so_many_wait_for_a_connection() {
        pool(0, 1, 1, Duration.ofMinutes(1), 0, 1).start();
        bus.faults().holdSends(QUEUE);
        List<CompletableFuture<Void>> sends = sendAtOnce(2);

        assertThatThrownBy(() -> send().block(WAIT))
                .isInstanceOf(BrokerUnavailableException.class)
                .hasMessageContaining("1 sends wait for a connection already");

        bus.faults().releaseSends(QUEUE);
        join(sends);
        await().atMost(WAIT).until(() -> pool.inFlight() == 0);
    }

    @Test
    void who_stops_waiting_leaves_the_line() {
        pool(0, 1, 1, Duration.ofMinutes(1), 0, 1).start();
        bus.faults().holdSends(QUEUE);
        CompletableFuture<Void> first = sendFromHere().toFuture();
        sendFromHere().toFuture().cancel(false);
        CompletableFuture<Void> last = send().toFuture();

        bus.faults().releaseSends(QUEUE);
        join(List.of(first, last));

        assertThat(bus.stats().entity(QUEUE).in()).isEqualTo(2);
        await().atMost(WAIT).until(() -> pool.inFlight() == 0);
    }

    @Test
    void who_stops_waiting_while_the_messages_are_made_does_not_stand_in_line() {
        pool(0, 1, 1, Duration.ofMinutes(1), 0, 1).start();
        bus.faults().holdSends(QUEUE);
        CompletableFuture<Void> first = sendFromHere().toFuture();
        BaseSubscriber<Void> caller = new BaseSubscriber<>() {};
        PooledSend left = new PooledSend(
                pool,
                QUEUE,
                () -> {
                    caller.cancel();
                    return List.of(new ServiceBusMessage("unwanted"));
                },
                caller,
                pool.nextExecutor());
        caller.onSubscribe(left);
        left.start();
        CompletableFuture<Void> last = sendFromHere().toFuture();

        bus.faults().releaseSends(QUEUE);
        join(List.of(first, last));

        assertThat(bus.stats().entity(QUEUE).in()).isEqualTo(2);
    }

    @Test
    void sends_that_are_not_confirmed_in_time_fail_those_that_wait_in_line_too() {
        pool(0, 1, 1, Duration.ofMinutes(1), 0, 10, Duration.ofSeconds(2)).start();
        // The timeout holds for the first send too, which opens the connection: on a slow machine it takes more than
        // one.
        await().atMost(WAIT).ignoreExceptions().untilAsserted(() -> send().block(WAIT));
        long opened = pool.connections().opened();
        bus.faults().holdSends(QUEUE);

        assertThat(sendAtOnce(3))
                .allSatisfy(send -> assertThatThrownBy(() -> send.get(40, TimeUnit.SECONDS))
                        .hasRootCauseInstanceOf(TimeoutException.class)
                        .hasMessageContaining("has not confirmed")
                        .hasMessageContaining(QUEUE));

        // The connection that did not answer has been replaced.
        bus.faults().releaseSends(QUEUE);
        await().atMost(WAIT).ignoreExceptions().untilAsserted(() -> send().block(WAIT));
        assertThat(pool.connections().opened()).isGreaterThan(opened);
        assertThat(pool.connections().open()).isEqualTo(1);
        await().atMost(WAIT).until(() -> pool.inFlight() == 0);
    }

    @Test
    void sends_that_are_cancelled_as_soon_as_they_are_subscribed_to_take_no_room() {
        pool(0, 1, 1, Duration.ofMinutes(1), 0, 2).start();
        for (int cancelled = 0; cancelled < 10; cancelled++) {
            send().subscribe(new BaseSubscriber<>() {
                @Override
                protected void hookOnSubscribe(Subscription subscription) {
                    subscription.cancel();
                }
            });
        }

        send().block(WAIT);

        assertThat(bus.stats().entity(QUEUE).in()).isEqualTo(1);
    }

    @Test
    void messages_that_cannot_be_made_fail_as_they_do_and_hold_no_connection() {
        pool(0, 1, 1, Duration.ofMinutes(1), 0, 10).start();

        assertThatThrownBy(() -> pool.send(QUEUE, () -> {
                            throw new IllegalStateException("no data");
                        })
                        .block(WAIT))
                .hasMessage("no data");

        send().block(WAIT);
        assertThat(bus.stats().entity(QUEUE).in()).isEqualTo(1);
    }

    @Test
    void a_connection_that_breaks_is_replaced() {
        pool(1, 1, 10, Duration.ofMinutes(1), 0, 10).start();
        send().block(WAIT);
        bus.faults().dropConnections();

        await().atMost(WAIT).ignoreExceptions().untilAsserted(() -> send().block(WAIT));

        assertThat(bus.stats().entity(QUEUE).in()).isEqualTo(2);
    }

    @Test
    void a_pool_that_is_closed_sends_nothing_more() {
        send().block(WAIT);
        pool.close().block(WAIT);

        assertThatThrownBy(() -> send().block(WAIT))
                .isInstanceOf(BrokerUnavailableException.class)
                .hasMessageContaining("closed");
        await().atMost(WAIT)
                .untilAsserted(() -> assertThat(bus.stats().connectionsOpen()).isZero());
    }
}
