package io.dronedelivery.servicekit.trace;

import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * The position of a request in a distributed trace. It is kept as numbers and written out only where text is needed, because
 * every request passes here.
 *
 * @param traceIdHigh the upper half of the trace id
 * @param traceIdLow the lower half of the trace id
 * @param spanId the span that does the work now; the parent of what it calls
 * @param flags the trace flags; bit 0 is "sampled"
 * @see <a href="https://www.w3.org/TR/trace-context/">W3C Trace Context</a>
 */
public record TraceParent(long traceIdHigh, long traceIdLow, long spanId, byte flags) {

    public static final String HEADER = "traceparent";

    private static final String ATTRIBUTE = TraceParent.class.getName();
    private static final int LENGTH = 55;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);

    /** A new trace, not marked as sampled: that is decided by the telemetry. */
    public static TraceParent create() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new TraceParent(random.nextLong(), nonZero(random.nextLong()), nonZero(random.nextLong()), (byte) 0);
    }

    /**
     * A new span in the trace of an incoming request.
     *
     * @param header the {@code traceparent} header; when it is absent or not valid a new trace begins, as the specification wants
     */
    public static TraceParent continuing(@Nullable String header) {
        TraceParent caller = header == null ? null : parse(header);
        return caller == null ? create() : caller.child();
    }

    /** Reads a header's value; null when it is not valid. Versions after 00 are read as far as they agree with it. */
    public static @Nullable TraceParent parse(String header) {
        return isValid(header)
                ? new TraceParent(
                        Long.parseUnsignedLong(header, 3, 19, 16),
                        Long.parseUnsignedLong(header, 19, 35, 16),
                        Long.parseUnsignedLong(header, 36, 52, 16),
                        (byte) Integer.parseInt(header, 53, 55, 16))
                : null;
    }

    /** Whether a header's value can be read. */
    public static boolean isValid(String header) {
        int length = header.length();
        if (length < LENGTH || header.charAt(2) != '-' || header.charAt(35) != '-' || header.charAt(52) != '-') {
            return false;
        }
        if (!isHex(header, 0, 2) || !isHex(header, 3, 35) || !isHex(header, 36, 52) || !isHex(header, 53, 55)) {
            return false;
        }
        boolean versionZero = header.charAt(0) == '0' && header.charAt(1) == '0';
        boolean versionInvalid = header.charAt(0) == 'f' && header.charAt(1) == 'f';
        boolean longer = length > LENGTH;
        if (versionInvalid || (versionZero && longer) || (longer && header.charAt(LENGTH) != '-')) {
            return false;
        }
        return !isZero(header, 3, 35) && !isZero(header, 36, 52);
    }

    public static TraceParent of(SpanContext position) {
        String trace = position.getTraceId();
        return new TraceParent(
                Long.parseUnsignedLong(trace, 0, 16, 16),
                Long.parseUnsignedLong(trace, 16, 32, 16),
                Long.parseUnsignedLong(position.getSpanId(), 0, 16, 16),
                position.getTraceFlags().asByte());
    }

    /** The trace of the request that is being worked on, or null outside of one. */
    public static @Nullable TraceParent current(ContextView context) {
        return context.getOrDefault(TraceParent.class, null);
    }

    /** The trace of this exchange, or null when no filter has put one there. */
    public static @Nullable TraceParent of(ServerWebExchange exchange) {
        return exchange.getAttribute(ATTRIBUTE);
    }

    /** Stores this trace in the exchange, for code that cannot see the Reactor context of the handler. */
    public void rememberIn(ServerWebExchange exchange) {
        exchange.getAttributes().put(ATTRIBUTE, this);
    }

    public Context putInto(Context context) {
        return context.put(TraceParent.class, this);
    }

    /** A new span of the same trace. */
    public TraceParent child() {
        return new TraceParent(
                traceIdHigh, traceIdLow, nonZero(ThreadLocalRandom.current().nextLong()), flags);
    }

    /** The trace id, 32 lower-case hexadecimal digits. */
    public String traceId() {
        byte[] text = new byte[32];
        hex(text, 0, traceIdHigh);
        hex(text, 16, traceIdLow);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /** The span id, 16 lower-case hexadecimal digits. */
    public String spanIdText() {
        return SpanId.fromLong(spanId);
    }

    /** This position as OpenTelemetry's context of a remote parent. */
    public SpanContext spanContext() {
        return SpanContext.createFromRemoteParent(
                traceId(), spanIdText(), TraceFlags.fromByte(flags), TraceState.getDefault());
    }

    /** The value of the header for a call that this span makes. */
    public String header() {
        byte[] text = new byte[LENGTH];
        text[0] = '0';
        text[1] = '0';
        text[2] = '-';
        hex(text, 3, traceIdHigh);
        hex(text, 19, traceIdLow);
        text[35] = '-';
        hex(text, 36, spanId);
        text[52] = '-';
        text[53] = HEX[(flags >> 4) & 0xf];
        text[54] = HEX[flags & 0xf];
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return header();
    }

    private static void hex(byte[] text, int at, long value) {
        for (int i = 15; i >= 0; i--) {
            text[at + i] = HEX[(int) (value & 0xf)];
            value >>>= 4;
        }
    }

    private static boolean isHex(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isZero(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) != '0') {
                return false;
            }
        }
        return true;
    }

    private static long nonZero(long random) {
        return random == 0 ? 1 : random;
    }
}
