package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MpscMailboxTest {

    private static final int GIVERS = 4;
    private static final int THINGS = 50_000;

    private final ExecutorService receiving = Executors.newSingleThreadExecutor();
    private final ExecutorService giving = Executors.newFixedThreadPool(GIVERS);

    @AfterEach
    void stop() {
        giving.shutdownNow();
        receiving.shutdownNow();
    }

    @Test
    void what_several_threads_hand_over_arrives_once_and_in_the_order_of_each() {
        Queue<Thing> arrived = new ConcurrentLinkedQueue<>();
        MpscMailbox<Thing> mailbox = new MpscMailbox<>(receiving, arrived::add, MpscMailboxTest::unexpected);

        IntStream.range(0, GIVERS)
                .forEach(giver -> giving.execute(
                        () -> IntStream.range(0, THINGS).forEach(n -> mailbox.add(new Thing(giver, n)))));

        await().atMost(Duration.ofSeconds(60)).until(() -> arrived.size() == GIVERS * THINGS);
        Map<Integer, List<Integer>> byGiver = new ConcurrentHashMap<>();
        arrived.forEach(thing ->
                byGiver.computeIfAbsent(thing.giver, giver -> new ArrayList<>()).add(thing.number));
        assertThat(byGiver.values())
                .hasSize(GIVERS)
                .allSatisfy(numbers -> assertThat(numbers)
                        .isEqualTo(IntStream.range(0, THINGS).boxed().toList()));
    }

    @Test
    void what_comes_after_the_end_is_refused_each_time() {
        Queue<Thing> refused = new ConcurrentLinkedQueue<>();
        MpscMailbox<Thing> mailbox = new MpscMailbox<>(receiving, MpscMailboxTest::unexpected, refused::add);
        receiving.shutdown();

        mailbox.add(new Thing(0, 1));
        mailbox.add(new Thing(0, 2));

        assertThat(refused).extracting(thing -> thing.number).containsExactly(1, 2);
    }

    @Test
    void a_receiver_that_throws_still_gets_what_follows() {
        Queue<Integer> arrived = new ConcurrentLinkedQueue<>();
        MpscMailbox<Thing> mailbox = new MpscMailbox<>(
                receiving,
                thing -> {
                    if (thing.number == 1) {
                        throw new IllegalStateException("on purpose");
                    }
                    arrived.add(thing.number);
                },
                MpscMailboxTest::unexpected);

        IntStream.rangeClosed(0, 2).forEach(n -> mailbox.add(new Thing(0, n)));

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(arrived).containsExactly(0, 2));
    }

    private static void unexpected(Thing thing) {
        throw new AssertionError("Should not get " + thing.number);
    }

    private static final class Thing extends MpscMailbox.Item {

        private final int giver;
        private final int number;

        Thing(int giver, int number) {
            this.giver = giver;
            this.number = number;
        }
    }
}
