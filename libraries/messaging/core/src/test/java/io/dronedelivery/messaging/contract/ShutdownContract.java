package io.dronedelivery.messaging.contract;

import static io.dronedelivery.messaging.contract.ContractFixture.eventually;
import static io.dronedelivery.messaging.contract.ContractFixture.stops;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

interface ShutdownContract extends ContractFixture {

    @Test
    default void a_member_that_is_stopped_finishes_and_settles_what_it_has_and_takes_nothing_more() {
        String slow = broker().keysHandledInParallel(2).get(0);
        String quick = broker().keysHandledInParallel(2).get(1);
        Sinks.Empty<Void> gate = Sinks.empty();
        Depot first = Depot.doing(event -> slow.equals(event.getSubject()) ? gate.asMono() : Mono.empty());
        BrokerHarness.Member member = join(first.subscription(channel()));
        publish(slow, 1);
        eventually().until(() -> first.begun().contains(slow + ":1"));

        CompletableFuture<Void> stopped = member.stop().toFuture();
        assertThat(stopped).isNotDone();
        AtomicInteger last = new AtomicInteger();
        // What came at the last look has not begun.
        eventually().during(Duration.ofMillis(500)).until(() -> {
            publish(quick, last.incrementAndGet());
            return !first.begun().contains(quick + ":" + (last.get() - 1));
        });
        gate.tryEmitEmpty();
        eventually().until(stopped::isDone);
        assertThat(stopped).isCompleted();
        assertThat(first.finished()).contains(slow + ":1");

        publish(slow, 2);
        Depot second = Depot.quick();
        join(second.subscription(channel()));
        eventually().untilAsserted(() -> assertThat(second.finished()).contains(slow + ":2", quick + ":" + last.get()));
        assertThat(Stream.concat(first.begun().stream(), second.begun().stream()))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(stops(slow, 1, 2).stream(), stops(quick, 1, last.get()).stream())
                                .toList());
    }

    @Test
    default void nothing_is_lost_and_nothing_is_done_twice_when_members_are_stopped_in_the_middle() {
        List<String> parcels = List.of("p-1", "p-2", "p-3", "p-4", "p-5", "p-6");
        parcels.forEach(parcel -> publish(parcel, 1, 20));
        Depot first = Depot.doing(event -> Mono.delay(Duration.ofMillis(2)).then());
        BrokerHarness.Member member = join(first.subscription(channel()));
        eventually().until(() -> first.finished().size() >= 10);

        member.stop().block(BrokerContract.TIMEOUT);
        List<String> finishedByFirst = first.finished();
        Depot second = Depot.quick();
        join(second.subscription(channel()));

        eventually().until(() -> first.finished().size() + second.finished().size() >= parcels.size() * 20);
        for (String parcel : parcels) {
            assertThat(Stream.concat(first.stopsOf(parcel).stream(), second.stopsOf(parcel).stream()))
                    .containsExactlyElementsOf(stops(parcel, 1, 20));
        }
        assertThat(first.begun()).containsExactlyInAnyOrderElementsOf(finishedByFirst);
    }
}
