package io.dronedelivery.servicekit.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/**
 * Records what some loggers log while it is open. The start of an application resets all loggers, which also takes away the appenders
 * of a test; this one then comes back.
 */
public final class RecordedLog implements AutoCloseable {

    private static final Set<RecordedLog> OPEN = ConcurrentHashMap.newKeySet();

    private static final String[] EDGE = {
        "io.netty",
        "reactor",
        "org.springframework.web",
        "org.springframework.http",
        "org.springframework.boot.webflux",
        "io.dronedelivery.servicekit.edge",
        "io.dronedelivery.servicekit.problem"
    };

    private final List<Logger> loggers;
    private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();
    private final Recorder recorder = new Recorder();

    private RecordedLog(List<Logger> loggers) {
        this.loggers = loggers;
        OPEN.add(this);
        recorder.attach();
    }

    /** Records these loggers and those below them. */
    public static RecordedLog of(String... names) {
        return new RecordedLog(
                List.of(names).stream().map(name -> context().getLogger(name)).toList());
    }

    /**
     * Records what the HTTP server, Spring and service-kit's web code log. What other libraries and services of the JVM log at the same
     * time, such as the agents of telemetry, is left out.
     *
     * @param more further loggers, such as those of the application that is tested
     */
    public static RecordedLog ofEdge(String... more) {
        return of(Stream.concat(Stream.of(EDGE), Stream.of(more)).toArray(String[]::new));
    }

    /** What was logged from this level on, and whatever was logged with an exception. */
    public List<String> from(Level level) {
        return events.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(level) || event.getThrowableProxy() != null)
                .map(RecordedLog::text)
                .toList();
    }

    private static String text(ILoggingEvent event) {
        IThrowableProxy thrown = event.getThrowableProxy();
        String cause = thrown == null ? "" : " " + thrown.getClassName() + ": " + thrown.getMessage();
        return event.getLevel() + " " + event.getLoggerName() + " " + event.getFormattedMessage() + cause;
    }

    @Override
    public void close() {
        OPEN.remove(this);
        recorder.detach();
    }

    private static LoggerContext context() {
        return (LoggerContext) LoggerFactory.getILoggerFactory();
    }

    private final class Recorder extends AppenderBase<ILoggingEvent> {

        void attach() {
            start();
            loggers.forEach(logger -> logger.addAppender(this));
        }

        void detach() {
            loggers.forEach(logger -> logger.detachAppender(this));
        }

        @Override
        protected void append(ILoggingEvent event) {
            events.add(event);
        }
    }

    /** Brings the recorders back after the start of an application has taken away all appenders. It is named in spring.factories. */
    static final class AfterReset implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

        @Override
        public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
            OPEN.forEach(log -> log.recorder.attach());
        }

        /** After the listener that resets logging. */
        @Override
        public int getOrder() {
            return LoggingApplicationListener.DEFAULT_ORDER + 1;
        }
    }
}
