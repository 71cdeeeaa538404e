package io.dronedelivery.messaging.servicebus;

import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.Scheduler;
import reactor.util.concurrent.Queues;

/**
 * Runs tasks one after another on a thread of the scheduler. Tasks that are added while it runs continue on the same thread, without
 * another context switch. The SDK answers many sends on a connection's only thread, which must not spend its time on encoding the next
 * messages. Any thread may add tasks.
 */
final class SerialExecutor {

    /** After this number of tasks the thread's other tasks run, timers among them. */
    private static final int AT_A_STRETCH = 64;

    private static final Logger log = LoggerFactory.getLogger(SerialExecutor.class);

    private final Scheduler scheduler;
    private final Queue<Runnable> tasks =
            Queues.<Runnable>unboundedMultiproducer().get();
    private final AtomicInteger pending = new AtomicInteger();

    /** @param scheduler has the threads to run on */
    SerialExecutor(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    void execute(Runnable task) {
        tasks.add(task);
        if (pending.getAndIncrement() == 0) {
            scheduler.schedule(this::run);
        }
    }

    private void run() {
        int seen = Math.min(pending.get(), AT_A_STRETCH);
        for (int i = 0; i < seen; i++) {
            run(tasks.remove());
        }
        if (pending.addAndGet(-seen) > 0) {
            scheduler.schedule(this::run);
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable thrown) {
            // An exception of a subscriber must not keep the other tasks from running.
            log.error(
                    "Service Bus: a subscriber threw an exception when it was notified of the result of a send",
                    thrown);
        }
    }
}
