package io.dronedelivery.messaging.contract;

import static io.dronedelivery.messaging.contract.ContractFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.contract.BrokerHarness.Member;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventHandler;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/**
 * The order of each key under everything that happens to the members of a group, and that the test would notice if it were not kept.
 * {@code -Dorder.events=100000} is the long form: so many events at least, of two thousand keys, as fast as they go.
 */
interface BurstContract extends ContractFixture {

    int EVENTS = Integer.getInteger("order.events", 2_000);

    boolean LONG = EVENTS > 10_000;

    /** That the group goes on after something has happened to it. */
    int FURTHER = 20;

    @Test
    default void the_order_of_each_key_outlasts_members_that_come_and_go_and_are_killed_and_fenced() {
        OrderCheck check = new OrderCheck();
        Traffic traffic = traffic(check, (parcel, stop) -> Parcels.to(channel(), parcel, stop));
        Queue<Present> members = new ArrayDeque<>();
        comes(members, check);
        CompletableFuture<Void> published = traffic.untilItEnds().toFuture();
        try {
            do {
                happens(check, () -> comes(members, check));
                happens(check, () -> members.remove().isKilled());
                happens(check, () -> comes(members, check));
                happens(check, () -> members.remove().goes());
                happens(check, () -> comes(members, check));
                happens(check, () -> {
                    members.forEach(present -> present.worker().lost());
                    broker().fence(BrokerContract.WORKERS);
                    comes(members, check);
                });
                happens(check, () -> {
                    members.remove().isKilled();
                    members.remove().isKilled();
                });
            } while (check.done() < EVENTS);
            traffic.end();
            eventually().until(published::isDone);
            published.join();
        } finally {
            published.cancel(true);
        }
        // Behind which nothing is left that comes once more because it was not settled.
        traffic.oneMoreOfEach().block(BrokerContract.TIMEOUT);
        awaitDone(traffic.lastStops(), check);
        members.remove().goes();
        nothingThatIsSettledComesAgain(traffic);
        assertThat(check.disorder()).isEmpty();
        assertThat(deadLetters()).isEmpty();
        System.out.printf("%d events, %d handled once more%n", check.done(), check.repeats());
    }

    @Test
    default void a_publisher_that_scatters_the_events_of_a_key_would_be_noticed() {
        OrderCheck check = new OrderCheck();
        join(check.new Worker().subscription(channel()));

        isNoticed(
                check,
                (parcel, stop) -> new OutboundEvent(
                        channel(),
                        CloudEventBuilder.from(Parcels.moved(parcel, stop))
                                .withExtension(EventAttributes.PARTITION_KEY, parcel + ":" + stop)
                                .build()));
    }

    @Test
    default void a_consumer_that_settles_events_before_they_are_done_would_be_noticed() {
        OrderCheck check = new OrderCheck();
        EventHandler worker = check.new Worker();
        EventHandler hasty = event ->
                Mono.fromRunnable(() -> worker.handle(event).onErrorComplete().subscribe());
        join(EventSubscription.of(channel(), BrokerContract.WORKERS).on(Parcels.TYPE, 1, hasty));

        isNoticed(check, (parcel, stop) -> Parcels.to(channel(), parcel, stop));
    }

    private void isNoticed(OrderCheck check, BiFunction<String, Integer, OutboundEvent> event) {
        Traffic traffic = traffic(check, event);
        CompletableFuture<Void> published = traffic.untilItEnds().toFuture();
        try {
            eventually().until(() -> !check.disorder().isEmpty());
        } finally {
            published.cancel(true);
        }
    }

    private Traffic traffic(OrderCheck check, BiFunction<String, Integer, OutboundEvent> event) {
        return new Traffic(
                List.of(broker().publisher(), broker().hastyPublisher()),
                event,
                check::done,
                LONG ? 2_048 : 160,
                Duration.ofMillis(LONG ? 1 : 400));
    }

    /** A member of the group. */
    record Present(Member member, OrderCheck.Worker worker) {

        void isKilled() {
            worker.lost();
            member.crash();
        }

        void goes() {
            member.stop().block(BrokerContract.TIMEOUT);
        }
    }

    private void comes(Queue<Present> members, OrderCheck check) {
        OrderCheck.Worker worker = check.new Worker();
        members.add(new Present(join(worker.subscription(channel())), worker));
    }

    private static void happens(OrderCheck check, Runnable change) {
        change.run();
        long before = check.done();
        eventually().until(() -> check.done() >= before + FURTHER);
        assertThat(check.disorder()).isEmpty();
    }

    private static void awaitDone(Map<String, Integer> stops, OrderCheck check) {
        eventually()
                .until(() -> stops.entrySet().stream()
                        .allMatch(parcel -> check.lastOf(parcel.getKey()) >= parcel.getValue()));
    }

    private void nothingThatIsSettledComesAgain(Traffic traffic) {
        Depot last = Depot.quick();
        join(last.subscription(channel()));
        traffic.oneMoreOfEach().block(BrokerContract.TIMEOUT);
        List<String> expected = traffic.lastStops().entrySet().stream()
                .map(parcel -> parcel.getKey() + ":" + parcel.getValue())
                .toList();
        eventually().until(() -> Set.copyOf(last.finished()).containsAll(expected));
        assertThat(Set.copyOf(last.begun())).containsExactlyInAnyOrderElementsOf(expected);
    }
}
