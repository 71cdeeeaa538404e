package io.dronedelivery.servicekit.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/**
 * Records what the HTTP server, Spring and the product's web code log while a test runs. What other libraries and services of the JVM
 * log at the same time is left out. Open it after the service has started: a start resets the loggers.
 */
public final class EdgeLog implements AutoCloseable {

    private static final List<String> LOGGERS = List.of(
            "io.netty",
            "reactor",
            "org.springframework.web",
            "org.springframework.http",
            "org.springframework.boot.autoconfigure.web",
            "io.dronedelivery.servicekit.web",
            "io.dronedelivery.servicekit.problem",
            "io.dronedelivery.delivery");

    private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            events.add(event);
        }
    };

    private EdgeLog() {
        appender.start();
        LOGGERS.forEach(name -> logger(name).addAppender(appender));
    }

    public static EdgeLog open() {
        return new EdgeLog();
    }

    /** Warnings, errors, and whatever was logged with an exception. */
    public List<String> complaints() {
        return events.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN) || event.getThrowableProxy() != null)
                .map(EdgeLog::text)
                .toList();
    }

    /** Errors, and whatever was logged with an exception. */
    public List<String> errors() {
        return events.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.ERROR) || event.getThrowableProxy() != null)
                .map(EdgeLog::text)
                .toList();
    }

    private static String text(ILoggingEvent event) {
        String thrown = event.getThrowableProxy() == null
                ? ""
                : " " + event.getThrowableProxy().getClassName() + ": "
                        + event.getThrowableProxy().getMessage();
        return event.getLevel() + " " + event.getLoggerName() + " " + event.getFormattedMessage() + thrown;
    }

    private static Logger logger(String name) {
        return (Logger) LoggerFactory.getLogger(name);
    }

    @Override
    public void close() {
        LOGGERS.forEach(name -> logger(name).detachAppender(appender));
    }
}
