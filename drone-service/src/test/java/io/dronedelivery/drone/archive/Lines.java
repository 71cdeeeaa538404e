package io.dronedelivery.drone.archive;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A batch of a test. */
final class Lines implements ArchiveBatch {

    final AtomicInteger durable = new AtomicInteger();
    final AtomicInteger discarded = new AtomicInteger();
    private final byte[] bytes;
    private final int messages;
    private final boolean urgent;
    private @Nullable Error error;
    private @Nullable Error errorWhenDurable;
    private @Nullable Error errorWhenDiscarded;
    private Runnable whenWritten = () -> {};

    private Lines(boolean urgent, String... lines) {
        this.bytes = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        this.messages = lines.length;
        this.urgent = urgent;
    }

    static Lines of(String... lines) {
        return new Lines(false, lines);
    }

    /** Its bytes cannot be had: the JVM fails. */
    static Lines failing(Error error) {
        Lines lines = of("");
        lines.error = error;
        return lines;
    }

    /** Fails once it is told that it is durable. */
    static Lines failingWhenDurable(Error error, String... lines) {
        Lines made = of(lines);
        made.errorWhenDurable = error;
        return made;
    }

    /** Its bytes cannot be had, and it fails once more when it is told so. */
    static Lines failingWhenDiscarded(Error error) {
        Lines made = failing(error);
        made.errorWhenDiscarded = error;
        return made;
    }

    /** Has something done as soon as they are written. */
    void whenWritten(Runnable action) {
        whenWritten = action;
    }

    static Lines urgent(String... lines) {
        return new Lines(true, lines);
    }

    @Override
    public byte[] bytes() {
        if (error != null) {
            throw error;
        }
        return bytes;
    }

    @Override
    public int length() {
        return bytes.length;
    }

    @Override
    public int messages() {
        return messages;
    }

    @Override
    public boolean urgent() {
        return urgent;
    }

    @Override
    public void written() {
        whenWritten.run();
    }

    @Override
    public void durable() {
        durable.incrementAndGet();
        if (errorWhenDurable != null) {
            throw errorWhenDurable;
        }
    }

    @Override
    public void discarded() {
        discarded.incrementAndGet();
        if (errorWhenDiscarded != null) {
            throw errorWhenDiscarded;
        }
    }
}
