package io.dronedelivery.messaging.deadletter.kafka;

import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A {@link DeadLetterReader} that is opened at its first use. Any thread may call it, and waits until no other thread reads. A cancelled
 * caller closes it on another thread than the reading one.
 */
final class LazyDeadLetterReader implements AutoCloseable {

    private final Supplier<DeadLetterReader> opening;
    private @Nullable DeadLetterReader reader;
    private boolean closed;

    LazyDeadLetterReader(Supplier<DeadLetterReader> opening) {
        this.opening = opening;
    }

    /** @throws CancellationException when it is closed */
    synchronized <T extends @Nullable Object> T with(Function<DeadLetterReader, T> use) {
        if (closed) {
            throw new CancellationException("The caller no longer waits for these dead letters");
        }
        DeadLetterReader open = reader;
        if (open == null) {
            open = opening.get();
            reader = open;
        }
        return use.apply(open);
    }

    @Override
    public synchronized void close() {
        closed = true;
        DeadLetterReader open = reader;
        if (open != null) {
            open.close();
        }
    }
}
