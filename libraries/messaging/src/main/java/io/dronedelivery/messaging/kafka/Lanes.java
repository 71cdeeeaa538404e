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
 * Runs what has the same key one after another, in the order of subscription, and different keys at the same time. A key is known only
 * as long as something of it runs or waits.
 */
final class Lanes {

    private final ConcurrentMap<Object, Lane> lanes = new ConcurrentHashMap<>();

    /**
     * Work in its turn.
     *
     * @param key with {@code equals} and {@code hashCode}
     * @return ends as the work does. Being cancelled before its turn, it never begins
     */
    Mono<Void> inTurn(Object key, Mono<Void> work) {
        return Mono.create(caller -> {
            Turn turn = new Turn(work, caller);
            lanes.compute(key, (same, present) -> {
                        Lane lane = present == null ? new Lane(key) : present;
                        lane.turns.add(turn);
                        return lane;
                    })
                    .run();
        });
    }

    /** How many keys have something that runs or waits. */
    int busy() {
        return lanes.size();
    }

    /** What one key has to do. Its loop is run by one thread at a time, and is not entered again by work that ends at once. */
    private final class Lane {

        private final Object key;
        private final Queue<Turn> turns = new ConcurrentLinkedQueue<>();
        private final AtomicInteger signals = new AtomicInteger();
        private volatile boolean busy;

        Lane(Object key) {
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
                // One that comes now finds this lane and signals, or makes another one.
                lanes.computeIfPresent(key, (same, lane) -> lane == this && turns.isEmpty() ? null : lane);
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

        void begin(Lane lane) {
            if (running.isDisposed()) {
                lane.ended();
                return;
            }
            running.update(
                    work.doFinally(end -> lane.ended()).subscribe(nothing -> {}, caller::error, caller::success));
        }
    }
}
