package io.dronedelivery.servicekit.telemetry;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import io.dronedelivery.plaintext.PlainLogEvent;
import io.dronedelivery.servicekit.trace.LogIds;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.instrumentation.logback.appender.v1_0.OpenTelemetryAppender;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;
import org.springframework.boot.logging.LogLevel;

/** Exports the log records that {@link LogRouter} assigns to one application. They go through a bounded queue, so that no request waits. */
final class LogExport {

    private final LoggerContext logback;
    private final String application;
    private final List<String> packages;
    private final Level lowest;
    private final OpenTelemetryAppender appender = new OpenTelemetryAppender();

    private LogExport(LoggerContext logback, String application, List<String> packages, Level lowest) {
        this.logback = logback;
        this.application = "." + application;
        this.packages = packages.stream().map(name -> name + ".").toList();
        this.lowest = lowest;
    }

    /**
     * Begins to send.
     *
     * @param packages those of the application
     */
    static LogExport start(
            OpenTelemetry telemetry,
            LoggerContext logback,
            String application,
            List<String> packages,
            LogLevel lowest) {
        LogExport export = new LogExport(
                logback, application, packages, lowest == LogLevel.FATAL ? Level.ERROR : Level.toLevel(lowest.name()));
        export.appender.setContext(logback);
        export.appender.setOpenTelemetry(telemetry);
        export.appender.setCaptureKeyValuePairAttributes(true);
        export.appender.start();
        LogRouter.add(export, logback);
        return export;
    }

    boolean owns(String logger) {
        return logger.endsWith(application) || packages.stream().anyMatch(logger::startsWith);
    }

    void send(ILoggingEvent event) {
        if (!event.getLevel().isGreaterOrEqual(lowest)) {
            return;
        }
        SpanContext position = positionOf(event);
        if (position == null) {
            appender.doAppend(new ExportedEvent(event));
            return;
        }
        try (Scope scope = Context.root().with(Span.wrap(position)).makeCurrent()) {
            appender.doAppend(new ExportedEvent(event));
        }
    }

    /** The message is plain, as in the text log. Of an exception the agent wants the object, and sends its texts as fields. */
    private static final class ExportedEvent extends PlainLogEvent {

        private final @Nullable IThrowableProxy thrown;

        ExportedEvent(ILoggingEvent event) {
            super(event);
            this.thrown = event.getThrowableProxy();
        }

        @Override
        public @Nullable IThrowableProxy getThrowableProxy() {
            return thrown;
        }
    }

    /** The trace that the record itself names; null when it names none, and the appender takes the current one. */
    private static @Nullable SpanContext positionOf(ILoggingEvent event) {
        String trace = value(event, LogIds.TRACE);
        String span = value(event, LogIds.SPAN);
        SpanContext position = trace == null || span == null
                ? SpanContext.getInvalid()
                : SpanContext.create(trace, span, TraceFlags.getDefault(), TraceState.getDefault());
        return position.isValid() ? position : null;
    }

    private static @Nullable String value(ILoggingEvent event, String key) {
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs != null) {
            for (KeyValuePair pair : pairs) {
                if (pair.key.equals(key)) {
                    return String.valueOf(pair.value);
                }
            }
        }
        Map<String, String> mdc = event.getMDCPropertyMap();
        return mdc.get(key);
    }

    void close() {
        LogRouter.remove(this, logback);
        appender.stop();
    }
}
