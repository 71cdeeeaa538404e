package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Schedulers;

class SerialExecutorTest {

    private static final int TASKS = 1000;
    private static final int TIMEOUT_SECONDS = 40;

    private final SerialExecutor executor = new SerialExecutor(Schedulers.parallel());

    private void awaitAllBefore() {
        CompletableFuture<Void> last = new CompletableFuture<>();
        executor.execute(() -> last.complete(null));
        last.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
    }

    @Test
    void tasks_run_one_after_another_in_their_order_on_other_threads() {
        // Neither is safe for use by several threads: only a relay that runs one task at a time keeps them right.
        List<Integer> ran = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();

        for (int i = 0; i < TASKS; i++) {
            int number = i;
            executor.execute(() -> {
                ran.add(number);
                threads.add(Thread.currentThread());
            });
        }
        awaitAllBefore();

        assertThat(ran).isEqualTo(IntStream.range(0, TASKS).boxed().toList());
        assertThat(threads).doesNotContain(Thread.currentThread());
    }

    @Test
    void what_several_threads_hand_in_all_runs() {
        AtomicInteger ran = new AtomicInteger();

        IntStream.range(0, TASKS).parallel().forEach(i -> executor.execute(ran::incrementAndGet));
        awaitAllBefore();

        assertThat(ran).hasValue(TASKS);
    }

    @Test
    void a_task_that_fails_holds_up_no_other() {
        AtomicInteger ran = new AtomicInteger();

        executor.execute(() -> {
            throw new IllegalStateException("a subscriber's mistake");
        });
        executor.execute(ran::incrementAndGet);
        awaitAllBefore();

        assertThat(ran).hasValue(1);
    }
}
