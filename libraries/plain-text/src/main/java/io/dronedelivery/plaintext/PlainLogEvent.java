package io.dronedelivery.plaintext;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggerContextVO;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;

/**
 * A log record with every text that may come from untrusted sources {@link PlainText#escape escaped}: the message, the messages of its
 * exceptions, the context and the pairs. The line breaks of a stack trace stay, because the layout makes them.
 */
public class PlainLogEvent implements ILoggingEvent {

    /** Explains over several lines why an application cannot start, in terms of the settings. */
    private static final String START_REPORT = "org.springframework.boot.diagnostics.LoggingFailureAnalysisReporter";

    private final ILoggingEvent event;

    /** @param event the record to escape */
    public PlainLogEvent(ILoggingEvent event) {
        this.event = event;
    }

    @Override
    public String getThreadName() {
        return PlainText.escape(event.getThreadName());
    }

    @Override
    public Level getLevel() {
        return event.getLevel();
    }

    /** The message with its arguments, because they may be from untrusted sources too. */
    @Override
    public @Nullable String getMessage() {
        return getFormattedMessage();
    }

    @Override
    public Object @Nullable [] getArgumentArray() {
        return null;
    }

    @Override
    public @Nullable String getFormattedMessage() {
        String message = event.getFormattedMessage();
        if (message == null) {
            return null;
        }
        return event.getLoggerName().equals(START_REPORT) ? escapeLines(message) : PlainText.escape(message);
    }

    private static String escapeLines(String message) {
        StringBuilder lines = new StringBuilder();
        message.lines().forEach(line -> lines.append(PlainText.escape(line)).append(System.lineSeparator()));
        return lines.toString();
    }

    @Override
    public String getLoggerName() {
        return event.getLoggerName();
    }

    @Override
    public LoggerContextVO getLoggerContextVO() {
        return event.getLoggerContextVO();
    }

    @Override
    public @Nullable IThrowableProxy getThrowableProxy() {
        IThrowableProxy thrown = event.getThrowableProxy();
        return thrown == null ? null : new PlainThrowable(thrown);
    }

    @Override
    public StackTraceElement[] getCallerData() {
        return event.getCallerData();
    }

    @Override
    public boolean hasCallerData() {
        return event.hasCallerData();
    }

    @Override
    public List<Marker> getMarkerList() {
        return event.getMarkerList();
    }

    @Override
    public Map<String, String> getMDCPropertyMap() {
        Map<String, String> properties = event.getMDCPropertyMap();
        if (properties == null || properties.isEmpty()) {
            return Map.of();
        }
        Map<String, String> plain = new LinkedHashMap<>();
        properties.forEach((name, value) -> plain.put(PlainText.escape(name), PlainText.escape(String.valueOf(value))));
        return plain;
    }

    @Override
    @Deprecated
    public Map<String, String> getMdc() {
        return getMDCPropertyMap();
    }

    @Override
    public long getTimeStamp() {
        return event.getTimeStamp();
    }

    @Override
    public Instant getInstant() {
        return event.getInstant();
    }

    @Override
    public int getNanoseconds() {
        return event.getNanoseconds();
    }

    @Override
    public long getSequenceNumber() {
        return event.getSequenceNumber();
    }

    @Override
    public @Nullable List<KeyValuePair> getKeyValuePairs() {
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        return pairs == null
                ? null
                : pairs.stream()
                        .map(pair -> new KeyValuePair(
                                PlainText.escape(pair.key), PlainText.escape(String.valueOf(pair.value))))
                        .toList();
    }

    @Override
    public void prepareForDeferredProcessing() {
        event.prepareForDeferredProcessing();
    }
}
