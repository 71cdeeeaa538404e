package io.dronedelivery.messaging.kafka;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.Context;

/**
 * Limits how much work runs at the same time. Further work begins, in its order, when other work ends. Callers bound the waiting work.
 *
 * <p>Any thread may call it; none blocks. Work begins on the subscribing thread when there is a slot, and on the scheduler after a wait.
 */
final class WorkSlots {

    private final AtomicInteger free;
    private final Scheduler scheduler;
    private final Queue<Waiting<?>> waiting = new ConcurrentLinkedQueue<>();

    WorkSlots(int slots, Scheduler scheduler) {
        this.free = new AtomicInteger(slots);
        this.scheduler = scheduler;
    }

    /** Runs work in a slot; ends as the work does. If it is cancelled before it has a slot, the work never begins. */
    <T> Mono<T> inSlot(Mono<T> work) {
        return Mono.create(caller -> {
            Waiting<T> added = new Waiting<>(work, caller);
            if (waiting.isEmpty() && takeSlot()) {
                added.begin(this);
            } else {
                waiting.add(added);
                fill();
            }
        });
    }

    private boolean takeSlot() {
        for (int now = free.get(); now > 0; now = free.get()) {
            if (free.compareAndSet(now, now - 1)) {
                return true;
            }
        }
        return false;
    }

    private void fill() {
        while (!waiting.isEmpty() && takeSlot()) {
            Waiting<?> next = waiting.poll();
            if (next == null) {
                free.incrementAndGet();
            } else {
                scheduler.schedule(() -> next.begin(this));
            }
        }
    }

    private void ended() {
        free.incrementAndGet();
        fill();
    }

    private record Waiting<T>(Mono<T> work, MonoSink<T> caller, Disposable.Swap running) {

        Waiting(Mono<T> work, MonoSink<T> caller) {
            this(work, caller, Disposables.swap());
            caller.onDispose(running);
        }

        void begin(WorkSlots slots) {
            if (running.isDisposed()) {
                slots.ended();
                return;
            }
            running.update(work.doFinally(end -> slots.ended())
                    .subscribe(caller::success, caller::error, caller::success, Context.of(caller.contextView())));
        }
    }
}
