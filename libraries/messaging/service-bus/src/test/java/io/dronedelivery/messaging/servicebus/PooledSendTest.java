package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.scheduler.Schedulers;

/** Sends over connections that lead nowhere. What comes of them is not dealt with, so they last until the test ends them. */
class PooledSendTest {

    private static final Subscription UNCANCELLABLE = new Subscription() {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {
            throw new IllegalStateException("The connection is closed");
        }
    };

    private final SerialExecutor never = new SerialExecutor(Schedulers.fromExecutor(task -> {}));
    private final List<Throwable> told = new ArrayList<>();
    private final SenderPool pool = new SenderPool(
            new ServiceBusProperties.SenderPoolSettings(0, 1, 2, Duration.ofMinutes(1), 2, 10, List.of()),
            Duration.ofMinutes(10),
            () -> {
                throw new IllegalStateException("There is no broker");
            });

    @Test
    void a_send_whose_cancellation_fails_gives_its_connection_back() {
        PooledSend send = begun();
        send.onSubscribe(UNCANCELLABLE);
        assertThat(pool.inFlight()).isOne();

        send.cancel();

        assertThat(pool.inFlight()).isZero();
    }

    @Test
    void an_overdue_send_whose_cancellation_fails_has_failed_like_any_other() {
        PooledSend send = begun();
        send.onSubscribe(UNCANCELLABLE);

        send.giveUp();

        assertThat(pool.inFlight()).isZero();
        assertThat(told).singleElement().isInstanceOf(BrokerUnavailableException.class);
    }

    @Test
    void sends_in_line_get_all_places_of_the_connection_that_takes_the_place_of_another() {
        List<PooledSend> onTheFirst = List.of(begun(), begun());
        List<PooledSend> inLine = List.of(begun(), begun(), begun());
        assertThat(pool.inFlight()).isEqualTo(2);

        onTheFirst.forEach(PooledSend::cancel);

        assertThat(pool.inFlight()).isEqualTo(2);
        inLine.forEach(PooledSend::cancel);
        assertThat(pool.inFlight()).isZero();
    }

    private PooledSend begun() {
        PooledSend send = new PooledSend(
                pool,
                "parcels",
                () -> List.of(new ServiceBusMessage("parcel")),
                new BaseSubscriber<>() {
                    @Override
                    protected void hookOnError(Throwable failure) {
                        told.add(failure);
                    }
                },
                never);
        send.start();
        return send;
    }
}
