package io.dronedelivery.servicekit.telemetry;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggerContextListener;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Gives each log record to one application. The JVM has one Logback and may have several applications. A record belongs to the application that
 * owns the logger's package, or whose name ends the logger's name. Other records, such as those of libraries, belong to the application that has
 * run longest.
 *
 * <p>What the sending itself logs is left out; otherwise each failed attempt would produce more records to send.
 */
final class LogRouter extends UnsynchronizedAppenderBase<ILoggingEvent> implements LoggerContextListener {

    private static final String NAME = "telemetry";
    private static final List<String> OF_SENDING = List.of("com.azure.monitor.", "io.opentelemetry.");

    private final List<LogExport> exports = new CopyOnWriteArrayList<>();

    private LogRouter(LoggerContext logback) {
        setContext(logback);
        setName(NAME);
    }

    static void add(LogExport export, LoggerContext logback) {
        synchronized (logback) {
            LogRouter router = find(logback);
            if (router == null) {
                router = new LogRouter(logback);
                logback.addListener(router);
                router.attach();
            }
            router.exports.add(export);
        }
    }

    static void remove(LogExport export, LoggerContext logback) {
        synchronized (logback) {
            LogRouter router = find(logback);
            if (router != null && router.exports.remove(export) && router.exports.isEmpty()) {
                logback.removeListener(router);
                root(logback).detachAppender(router);
                router.stop();
            }
        }
    }

    private static @Nullable LogRouter find(LoggerContext logback) {
        return (LogRouter) root(logback).getAppender(NAME);
    }

    private static Logger root(LoggerContext logback) {
        return logback.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    private void attach() {
        start();
        root((LoggerContext) getContext()).addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        String logger = event.getLoggerName();
        if (event.getThreadName().startsWith(TelemetryExport.THREADS)
                || OF_SENDING.stream().anyMatch(logger::startsWith)) {
            return;
        }
        LogExport owner = null;
        for (LogExport export : exports) {
            if (export.owns(logger)) {
                export.send(event);
                return;
            }
            owner = owner == null ? export : owner;
        }
        if (owner != null) {
            owner.send(event);
        }
    }

    @Override
    public boolean isResetResistant() {
        return true;
    }

    /** Another application of this JVM has started and reset Logback, which removes all appenders. */
    @Override
    public void onReset(LoggerContext logback) {
        attach();
    }

    @Override
    public void onStart(LoggerContext logback) {}

    @Override
    public void onStop(LoggerContext logback) {}

    @Override
    public void onLevelChange(Logger logger, Level level) {}
}
