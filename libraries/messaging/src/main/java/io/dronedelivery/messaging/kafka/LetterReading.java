package io.dronedelivery.messaging.kafka;

import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A {@link LetterReader} that is opened when it is first used. Any thread may call it, and waits until no other one reads: who is cancelled
 * closes it on another thread than the one that still reads.
 */
final class LetterReading implements AutoCloseable {

    private final Supplier<LetterReader> opening;
    private @Nullable LetterReader reader;
    private boolean closed;

    LetterReading(Supplier<LetterReader> opening) {
        this.opening = opening;
    }

    /** @throws CancellationException when it is closed */
    synchronized <T extends @Nullable Object> T with(Function<LetterReader, T> use) {
        if (closed) {
            throw new CancellationException("Nobody waits for these letters any more");
        }
        LetterReader open = reader;
        if (open == null) {
            open = opening.get();
            reader = open;
        }
        return use.apply(open);
    }

    @Override
    public synchronized void close() {
        closed = true;
        LetterReader open = reader;
        if (open != null) {
            open.close();
        }
    }
}
