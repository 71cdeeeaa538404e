package io.dronedelivery.plaintext;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Encodes log records for a text log, so that no record can look like two. It passes a {@link PlainLogEvent} to another encoder. Any thread
 * may call it.
 */
public final class PlainLines extends EncoderBase<ILoggingEvent> {

    private @Nullable Encoder<ILoggingEvent> delegate;

    /** For Logback's configuration, which then calls {@link #setDelegate}. */
    public PlainLines() {}

    private PlainLines(Encoder<ILoggingEvent> delegate) {
        this.delegate = delegate;
    }

    public void setDelegate(Encoder<ILoggingEvent> delegate) {
        this.delegate = delegate;
    }

    /**
     * Makes all appenders that use a layout write plain lines. Encoders of JSON stay, because a record cannot leave its string there.
     *
     * @param logback after its configuration
     */
    public static void applyTo(LoggerContext logback) {
        logback.getLoggerList()
                .forEach(logger -> logger.iteratorForAppenders().forEachRemaining(appender -> {
                    if (appender instanceof OutputStreamAppender<ILoggingEvent> text
                            && text.getEncoder() instanceof LayoutWrappingEncoder<ILoggingEvent> encoder) {
                        PlainLines plain = new PlainLines(encoder);
                        plain.setContext(logback);
                        plain.start();
                        text.setEncoder(plain);
                    }
                }));
    }

    @Override
    public byte @Nullable [] headerBytes() {
        return delegate().headerBytes();
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        return delegate().encode(new PlainLogEvent(event));
    }

    @Override
    public byte @Nullable [] footerBytes() {
        return delegate().footerBytes();
    }

    private Encoder<ILoggingEvent> delegate() {
        return Objects.requireNonNull(delegate, "PlainLines needs a delegate");
    }
}
