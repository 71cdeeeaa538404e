package io.dronedelivery.gateway.testing;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Fails a class of tests in which a Netty buffer was not released. */
public final class NoBufferLeaks implements BeforeAllCallback, AfterAllCallback {

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @Override
    public void beforeAll(ExtensionContext context) {
        assertThat(ResourceLeakDetector.getLevel())
                .as("every buffer is tracked")
                .isEqualTo(ResourceLeakDetector.Level.PARANOID);
        log.start();
        logger().addAppender(log);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        // A leak is noticed when the collector has found the buffer and the next one is allocated.
        for (int i = 0; i < 3; i++) {
            System.gc();
            System.runFinalization();
            for (int j = 0; j < 20; j++) {
                PooledByteBufAllocator.DEFAULT.directBuffer(16).release();
            }
        }
        logger().detachAppender(log);
        assertThat(log.list).extracting(ILoggingEvent::getFormattedMessage).isEmpty();
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
    }
}
