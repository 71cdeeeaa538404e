package io.dronedelivery.messaging.deadletter;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Work on one letter. */
final class SingleLetter implements LetterWork {

    private final Function<WaitingLetter, Disposal> decision;
    private volatile @Nullable WaitingLetter done;
    private volatile @Nullable Throwable failure;

    /** @param decision what becomes of it; may refuse it by throwing */
    SingleLetter(Function<WaitingLetter, Disposal> decision) {
        this.decision = decision;
    }

    @Override
    public boolean isOver() {
        return done != null || failure != null;
    }

    @Override
    public Mono<Disposal> decide(WaitingLetter letter) {
        return Mono.fromSupplier(() -> decision.apply(letter));
    }

    @Override
    public void done(WaitingLetter letter, Disposal disposal) {
        done = letter;
    }

    @Override
    public void failed(WaitingLetter letter, Throwable why) {
        failure = why;
    }

    /** The letter that was dealt with. Empty when it no longer waits; fails with what has prevented it. */
    Mono<WaitingLetter> result() {
        return Mono.defer(() -> {
            Throwable prevented = failure;
            return prevented == null ? Mono.justOrEmpty(done) : Mono.error(prevented);
        });
    }
}
