package io.dronedelivery.messaging.deadletter;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

final class SingleDeadLetter implements DeadLetterWork {

    private final Function<WaitingDeadLetter, Disposal> decision;
    private volatile @Nullable WaitingDeadLetter done;
    private volatile @Nullable Throwable failure;

    /** @param decision decides what happens to it; may refuse it by throwing */
    SingleDeadLetter(Function<WaitingDeadLetter, Disposal> decision) {
        this.decision = decision;
    }

    @Override
    public boolean isOver() {
        return done != null || failure != null;
    }

    @Override
    public Mono<Disposal> decide(WaitingDeadLetter letter) {
        return Mono.fromSupplier(() -> decision.apply(letter));
    }

    @Override
    public void done(WaitingDeadLetter letter, Disposal disposal) {
        done = letter;
    }

    @Override
    public void failed(WaitingDeadLetter letter, Throwable why) {
        failure = why;
    }

    /** The dead letter after the work. Empty when it no longer waits; fails with the failure of the work. */
    Mono<WaitingDeadLetter> result() {
        return Mono.defer(() -> {
            Throwable prevented = failure;
            return prevented == null ? Mono.justOrEmpty(done) : Mono.error(prevented);
        });
    }
}
