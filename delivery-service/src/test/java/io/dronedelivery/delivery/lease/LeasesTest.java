package io.dronedelivery.delivery.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.delivery.DeliveryService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

/** Instances with a clock each, which the test sets: what they read and write is the real protocol's. */
class LeasesTest {

    private static final Duration DURATION = Duration.ofSeconds(30);
    private static final Duration STEP = Duration.ofSeconds(8);

    private static RunningService byOwner;
    private static RunningService byId;

    enum Key {
        OWNER_ID,
        ID;

        DocumentContainer deliveries() {
            return (this == OWNER_ID ? byOwner : byId).bean(DocumentContainer.class);
        }
    }

    /** An instance of the service, as far as leases go. */
    private static final class Instance {

        private final Leases leases;
        private long nanos;

        Instance(Key key, String name, Set<String> names, long startNanos) {
            nanos = startNanos;
            leases = new Leases(key.deliveries(), Mono.just(names), name, DURATION, () -> nanos);
        }

        void pass(Duration time) {
            nanos += time.toNanos();
        }

        void run() {
            leases.run().block();
        }

        Set<String> held() {
            return leases.all().stream().map(Lease::name).collect(Collectors.toSet());
        }
    }

    @BeforeAll
    static void start() {
        byOwner = DeliveryService.start("/ownerId", o -> o.partitions(2));
        byId = DeliveryService.start("/id", o -> o.partitions(2));
    }

    @AfterAll
    static void stop() {
        byOwner.close();
        byId.close();
    }

    private static Set<String> names(Key key, String test, int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> test + "-" + key + "-" + n)
                .collect(Collectors.toSet());
    }

    /** So many runs of all, with time in between. */
    private static void rounds(int rounds, Instance... instances) {
        for (int round = 0; round < rounds; round++) {
            for (Instance instance : instances) {
                instance.run();
                instance.pass(STEP);
            }
        }
    }

    private static void assertShared(Set<String> names, Instance... instances) {
        List<String> all = new ArrayList<>();
        Stream.of(instances).forEach(instance -> all.addAll(instance.held()));
        assertThat(all).containsExactlyInAnyOrderElementsOf(names);
    }

    @ParameterizedTest
    @EnumSource
    void the_only_instance_has_all_and_keeps_them(Key key) {
        Set<String> names = names(key, "only", 5);
        Instance only = new Instance(key, "only", names, 0);
        only.run();
        assertThat(only.held()).isEqualTo(names);

        only.pass(DURATION.minusNanos(1));
        assertThat(only.held()).isEqualTo(names);
        only.pass(Duration.ofNanos(1));
        assertThat(only.held()).isEmpty();

        only.run();
        assertThat(only.held()).isEqualTo(names);
    }

    @ParameterizedTest
    @EnumSource
    void instances_that_come_get_their_share_and_nothing_is_anybodys_twice(Key key) {
        Set<String> names = names(key, "share", 9);
        Instance first = new Instance(key, "first", names, 0);
        Instance second = new Instance(key, "second", names, Long.MAX_VALUE - 5);
        Instance third = new Instance(key, "third", names, -Duration.ofHours(2).toNanos());
        rounds(1, first);
        assertShared(names, first);

        rounds(4, first, second);
        assertShared(names, first, second);
        assertThat(first.held()).hasSizeBetween(4, 5);

        rounds(8, first, second, third);
        assertShared(names, first, second, third);
        assertThat(List.of(
                        first.held().size(), second.held().size(), third.held().size()))
                .containsExactly(3, 3, 3);
    }

    @ParameterizedTest
    @EnumSource
    void the_leases_of_a_dead_instance_are_others_when_they_are_over_and_not_before(Key key) {
        Set<String> names = names(key, "dead", 4);
        Instance dead = new Instance(key, "dead", names, 0);
        Instance alive = new Instance(key, "alive", names, 12345);
        rounds(4, dead, alive);
        assertShared(names, dead, alive);
        Set<String> ofDead = dead.held();
        assertThat(ofDead).hasSize(2);
        dead.run();
        alive.run();

        alive.pass(DURATION.minusNanos(1));
        alive.run();
        assertThat(alive.held()).doesNotContainAnyElementsOf(ofDead);

        alive.pass(Duration.ofNanos(1));
        alive.run();
        assertThat(alive.held()).isEqualTo(names);
    }

    @ParameterizedTest
    @EnumSource
    void a_dead_instance_that_is_asked_for_a_lease_is_dead_all_the_same(Key key) {
        Set<String> names = names(key, "asked", 4);
        Instance dead = new Instance(key, "dead", names, 0);
        Instance watching = new Instance(key, "watching", names, 0);
        dead.run();
        watching.run();

        watching.pass(STEP);
        watching.run();
        watching.pass(DURATION.minus(STEP));
        watching.run();

        assertThat(watching.held()).isEqualTo(names);
    }

    /** Its clock for wall time may show anything: nothing asks it. What counts for it here is a pause of two hours. */
    @ParameterizedTest
    @EnumSource
    void an_instance_that_slept_knows_that_it_has_nothing_any_more(Key key) {
        Set<String> names = names(key, "slept", 4);
        Instance sleeper = new Instance(key, "sleeper", names, 0);
        Instance alive = new Instance(key, "alive", names, 0);
        rounds(4, sleeper, alive);

        sleeper.pass(Duration.ofHours(2));
        assertThat(sleeper.held()).isEmpty();
        alive.run();
        alive.pass(DURATION);
        alive.run();
        assertThat(alive.held()).isEqualTo(names);

        sleeper.run();
        assertThat(sleeper.held()).isEmpty();
        rounds(4, alive, sleeper);
        assertShared(names, alive, sleeper);
        assertThat(sleeper.held()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void what_is_given_back_is_others_at_once(Key key) {
        Set<String> names = names(key, "back", 4);
        Instance leaving = new Instance(key, "leaving", names, 0);
        Instance staying = new Instance(key, "staying", names, 0);
        rounds(4, leaving, staying);

        LeaseDrain drain = new LeaseDrain(leaving.leases);
        drain.disable();
        drain.shutDown().block();
        assertThat(leaving.held()).isEmpty();
        leaving.run();
        staying.run();

        assertThat(leaving.held()).isEmpty();
        assertThat(staying.held()).isEqualTo(names);
    }

    @ParameterizedTest
    @EnumSource
    void when_two_take_the_same_at_the_same_time_one_gets_it(Key key) {
        Set<String> names = names(key, "race", 6);
        List<Instance> instances = IntStream.range(0, 4)
                .mapToObj(n -> new Instance(key, "racer-" + n, names, n))
                .toList();

        Mono.when(instances.stream().map(instance -> instance.leases.run()).toList())
                .block();

        Set<String> all = new HashSet<>();
        instances.forEach(instance -> assertThat(instance.held())
                .allSatisfy(name -> assertThat(all.add(name)).as(name).isTrue()));
    }

    @ParameterizedTest
    @EnumSource
    void what_is_not_there_any_more_is_held_no_more(Key key) {
        Set<String> names = new HashSet<>(names(key, "split", 2));
        Instance only = new Instance(key, "only", names, 0);
        only.run();

        names.removeIf(name -> name.endsWith("-0"));
        names.add("split-" + key + "-2");
        only.run();

        assertThat(only.held()).isEqualTo(names);
    }
}
