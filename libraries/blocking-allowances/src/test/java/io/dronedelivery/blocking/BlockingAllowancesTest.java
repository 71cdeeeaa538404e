package io.dronedelivery.blocking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.NonBlocking;

class BlockingAllowancesTest {
    /** Not the common pool, which may have a single thread, and whoever waits in it holds up the others. */
    private static final Executor A_THREAD_EACH = task -> new Thread(task).start();

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A thread that may not block, by BlockHound's rules. */
    private static final class EventLoop extends Thread implements NonBlocking {
        EventLoop(Runnable task) {
            super(task);
        }
    }

    @Test
    void an_event_loop_may_wait_for_the_lock_of_a_timer_that_it_cancels() throws InterruptedException {
        ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(1);
        CountDownLatch release = new CountDownLatch(1);
        try {
            CountDownLatch busy = new CountDownLatch(1);
            timers.execute(() -> {
                busy.countDown();
                awaitQuietly(release);
            });
            busy.await();
            timers.execute(() -> {});
            CountDownLatch locked = new CountDownLatch(1);
            CompletableFuture<Void> holder = CompletableFuture.runAsync(
                    () -> timers.getQueue().drainTo(new ArrayList<>() {
                        private static final long serialVersionUID = 1L;

                        @Override
                        public boolean add(Runnable due) {
                            locked.countDown();
                            awaitQuietly(release);
                            return super.add(due);
                        }
                    }),
                    A_THREAD_EACH);
            locked.await();
            FutureTask<Boolean> cancellation =
                    new FutureTask<>(() -> timers.getQueue().remove(timers));
            EventLoop loop = new EventLoop(cancellation);
            loop.start();
            await().atMost(PATIENCE).until(() -> loop.getState() == Thread.State.WAITING || cancellation.isDone());

            release.countDown();

            assertThat(cancellation).succeedsWithin(PATIENCE);
            assertThat(holder).succeedsWithin(PATIENCE);
            assertThat(timers.submit(() -> "still working")).succeedsWithin(PATIENCE);
        } finally {
            release.countDown();
            timers.shutdownNow();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
