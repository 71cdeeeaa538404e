package io.dronedelivery.plaintext;

import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An exception of a log record, whose messages and those of its causes are {@link PlainText#escape escaped}. */
final class PlainThrowable implements IThrowableProxy {

    private final IThrowableProxy thrown;

    PlainThrowable(IThrowableProxy thrown) {
        this.thrown = thrown;
    }

    @Override
    public @Nullable String getMessage() {
        return escape(thrown.getMessage());
    }

    @Override
    public @Nullable String getOverridingMessage() {
        return escape(thrown.getOverridingMessage());
    }

    private static @Nullable String escape(@Nullable String message) {
        return message == null ? null : PlainText.escape(message);
    }

    @Override
    public String getClassName() {
        return thrown.getClassName();
    }

    @Override
    public StackTraceElementProxy[] getStackTraceElementProxyArray() {
        return thrown.getStackTraceElementProxyArray();
    }

    @Override
    public int getCommonFrames() {
        return thrown.getCommonFrames();
    }

    @Override
    public @Nullable IThrowableProxy getCause() {
        IThrowableProxy cause = thrown.getCause();
        return cause == null ? null : new PlainThrowable(cause);
    }

    @Override
    public IThrowableProxy[] getSuppressed() {
        IThrowableProxy[] suppressed = thrown.getSuppressed();
        return suppressed == null
                ? new IThrowableProxy[0]
                : Arrays.stream(suppressed).map(PlainThrowable::new).toArray(IThrowableProxy[]::new);
    }

    @Override
    public boolean isCyclic() {
        return thrown.isCyclic();
    }
}
