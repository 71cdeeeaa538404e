package io.dronedelivery.localcosmos.sql;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** An iterator that reads its source only when {@link #hasNext} or {@link #next} needs an element, and no further. */
abstract class Lookahead<T> implements Iterator<T> {

    private @Nullable T ready;
    private boolean ended;

    /** The next element, or null at the end. Not called again after the end. */
    abstract @Nullable T advance();

    @Override
    public final boolean hasNext() {
        if (ready == null && !ended) {
            ready = advance();
            ended = ready == null;
        }
        return ready != null;
    }

    @Override
    public final T next() {
        T element = hasNext() ? ready : null;
        if (element == null) {
            throw new NoSuchElementException();
        }
        ready = null;
        return element;
    }
}
