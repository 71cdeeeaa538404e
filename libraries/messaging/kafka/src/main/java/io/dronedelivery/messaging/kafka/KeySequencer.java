package io.dronedelivery.messaging.kafka;

import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * Runs work of the same key one after another, in the order of subscription, and work of different keys at the same time. A key takes
 * memory only while its work runs or waits.
 *
 * <p>Any thread may call all methods; none blocks. Work begins on the subscribing thread, or on the thread on which the work before it
 * ended.
 */
final class KeySequencer {

    private final ConcurrentMap<Object, KeyQueue> queues = new ConcurrentHashMap<>();

    /**
     * @param key with {@code equals} and {@code hashCode}
     * @return ends as the work does. If it is cancelled before its turn, the work never begins
     */
    Mono<Void> inTurn(Object key, Mono<Void> work) {
        return Mono.create(caller -> {
            Turn turn = new Turn(work, caller);
            queues.compute(key, (same, present) -> {
                        KeyQueue queue = present == null ? new KeyQueue(key) : present;
                        queue.turns.add(turn);
                        return queue;
                    })
                    .run();
        });
    }

    /** How many keys have running or waiting work. */
    int busyKeys() {
        return queues.size();
    }

    /** The work of one key. One thread at a time runs its loop; work that ends at once does not enter the loop again. */
    private final class KeyQueue {

        private final Object key;
        private final Queue<Turn> turns = new ConcurrentLinkedQueue<>();
        private final AtomicInteger signals = new AtomicInteger();
        private volatile boolean busy;

        KeyQueue(Object key) {
            this.key = key;
        }

        void run() {
            if (signals.getAndIncrement() != 0) {
                return;
            }
            int seen = 1;
            do {
                if (!busy) {
                    beginNext();
                }
                seen = signals.addAndGet(-seen);
            } while (seen != 0);
        }

        private void beginNext() {
            Turn next = turns.poll();
            if (next == null) {
                // Work that is added now finds this queue and signals it, or makes another queue.
                queues.computeIfPresent(key, (same, queue) -> queue == this && turns.isEmpty() ? null : queue);
                return;
            }
            busy = true;
            next.begin(this);
        }

        void ended() {
            busy = false;
            run();
        }
    }

    private record Turn(Mono<Void> work, MonoSink<Void> caller, Disposable.Swap running) {

        Turn(Mono<Void> work, MonoSink<Void> caller) {
            this(work, caller, Disposables.swap());
            caller.onDispose(running);
        }

        void begin(KeyQueue queue) {
            if (running.isDisposed()) {
                queue.ended();
                return;
            }
            running.update(
                    work.doFinally(end -> queue.ended()).subscribe(nothing -> {}, caller::error, caller::success));
        }
    }
}
