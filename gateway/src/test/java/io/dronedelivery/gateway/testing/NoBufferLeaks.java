package io.dronedelivery.gateway.testing;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.dronedelivery.servicekit.testing.RecordedLog;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a class of tests in which a Netty buffer was not released. */
public final class NoBufferLeaks implements BeforeAllCallback, AfterAllCallback {

    private static final long WAIT_MILLIS = 60_000;

    private @Nullable RecordedLog log;

    @Override
    public void beforeAll(ExtensionContext context) {
        begin();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        assertThat(end()).isEmpty();
    }

    /** For tests that are not run by Jupiter, before the first. */
    public void begin() {
        assertThat(ResourceLeakDetector.getLevel())
                .as("every buffer is tracked")
                .isEqualTo(ResourceLeakDetector.Level.PARANOID);
        log = RecordedLog.of(ResourceLeakDetector.class.getName());
    }

    /** What Netty has told of leaks since the beginning; for tests that are not run by Jupiter, after the last. */
    public List<String> end() {
        try (RecordedLog recorded = log) {
            look();
            return recorded.from(Level.ERROR);
        }
    }

    /**
     * A leak is noticed when the collector has found the buffer and the next one is allocated. One collection for a class: it takes as long as the
     * heap is large, and what is found too late here is found by the next class.
     */
    static void look() {
        ReferenceQueue<Object> found = new ReferenceQueue<>();
        WeakReference<Object> last = new WeakReference<>(new Object(), found);
        System.gc();
        try {
            assertThat(found.remove(WAIT_MILLIS))
                    .as("what the collector has found")
                    .isSameAs(last);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (int j = 0; j < 20; j++) {
            PooledByteBufAllocator.DEFAULT.directBuffer(16).release();
        }
    }
}
