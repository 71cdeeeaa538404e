package io.dronedelivery.blocking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.blockhound.BlockingOperationError;
import reactor.core.scheduler.NonBlocking;

class BlockingAllowancesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** A thread that may not block, by BlockHound's rules. */
    private static final class EventLoop extends Thread implements NonBlocking {
        EventLoop(Runnable task) {
            super(task);
        }
    }

    @ParameterizedTest
    @MethodSource("locks")
    void an_event_loop_may_wait_for_a_lock(Lock held, Lock wanted) {
        FutureTask<String> use = new FutureTask<>(() -> {
            wanted.lock();
            wanted.unlock();
            return "used";
        });
        EventLoop loop = new EventLoop(use);

        held.lock();
        try {
            loop.start();
            await().atMost(TIMEOUT).until(() -> loop.getState() == Thread.State.WAITING || use.isDone());
        } finally {
            held.unlock();
        }

        assertThat(use).succeedsWithin(TIMEOUT).isEqualTo("used");
    }

    static Stream<Arguments> locks() {
        Lock reentrant = new ReentrantLock();
        ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
        StampedLock stamped = new StampedLock();
        return Stream.of(
                arguments(reentrant, Named.of("ReentrantLock", reentrant)),
                arguments(readWrite.writeLock(), Named.of("ReadLock", readWrite.readLock())),
                arguments(readWrite.writeLock(), Named.of("WriteLock", readWrite.writeLock())),
                arguments(stamped.asWriteLock(), Named.of("StampedLock, read", stamped.asReadLock())),
                arguments(stamped.asWriteLock(), Named.of("StampedLock, write", stamped.asWriteLock())));
    }

    @Test
    void an_event_loop_may_not_wait_for_something_to_happen() {
        CountDownLatch never = new CountDownLatch(1);
        FutureTask<String> wait = new FutureTask<>(() -> {
            never.await();
            return "waited";
        });
        new EventLoop(wait).start();

        assertThat(wait).failsWithin(TIMEOUT).withThrowableThat().withCauseInstanceOf(BlockingOperationError.class);
    }
}
