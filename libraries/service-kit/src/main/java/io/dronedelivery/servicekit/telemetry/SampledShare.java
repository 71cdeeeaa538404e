package io.dronedelivery.servicekit.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.trace.samplers.SamplingDecision;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The share of traces that is kept. Whether a trace is kept follows from its id alone, and the share travels in the trace state as
 * OpenTelemetry specifies: {@code ot=th:<threshold>}, of which trailing zeros are left out.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/otel/trace/tracestate-probability-sampling/">Probability sampling</a>
 */
record SampledShare(long threshold, SamplingResult kept) {

    static final SampledShare ALL = new SampledShare(0, SamplingResult.recordAndSample());

    private static final SampledShare NONE = new SampledShare(Long.MAX_VALUE, SamplingResult.drop());

    /** In percent; the exporter computes the item count from it. */
    private static final AttributeKey<Double> SAMPLE_RATE =
            AttributeKey.doubleKey("applicationinsights.internal.sample_rate");

    private static final String VENDOR = "ot";
    private static final String THRESHOLD = "th:";
    private static final int DIGITS = 14;
    private static final int TRACE_ID_DIGITS = 32;
    /** The trace ids' random part has 56 bits. */
    private static final long WHOLE = 1L << 56;

    /** n, when one of n traces is kept; at least 1. */
    static SampledShare oneOf(long n) {
        return n <= 1 ? ALL : ofThreshold(WHOLE - Math.round((double) WHOLE / n));
    }

    /** The share of the form 1/n that is closest to a percentage. */
    static SampledShare ofPercentage(double percentage) {
        return percentage <= 0 ? NONE : oneOf(Math.round(100 / percentage));
    }

    /** The share that a trace was kept with; all, when it does not say. */
    static SampledShare of(TraceState state) {
        String vendor = state.get(VENDOR);
        int at = vendor == null ? -1 : vendor.indexOf(THRESHOLD);
        if (vendor == null || at < 0) {
            return ALL;
        }
        int end = vendor.indexOf(';', at);
        String digits = vendor.substring(at + THRESHOLD.length(), end < 0 ? vendor.length() : end);
        return digits.isEmpty() || digits.length() > DIGITS || !digits.chars().allMatch(HexFormat::isHexDigit)
                ? ALL
                : ofThreshold(HexFormat.fromHexDigitsToLong(digits) << (4 * (DIGITS - digits.length())));
    }

    private static SampledShare ofThreshold(long threshold) {
        if (threshold <= 0) {
            return ALL;
        }
        double percentage = 100.0 * (WHOLE - threshold) / WHOLE;
        return new SampledShare(threshold, new Kept(Attributes.of(SAMPLE_RATE, percentage), hex(threshold)));
    }

    private static String hex(long threshold) {
        String digits = HexFormat.of().toHexDigits(threshold, DIGITS);
        int end = digits.length();
        while (end > 1 && digits.charAt(end - 1) == '0') {
            end--;
        }
        return digits.substring(0, end);
    }

    /** The decision about a trace that begins here. */
    SamplingResult decide(String traceId) {
        return isKept(traceId) ? kept : SamplingResult.drop();
    }

    private boolean isKept(String traceId) {
        return threshold == 0
                || HexFormat.fromHexDigitsToLong(traceId, TRACE_ID_DIGITS - DIGITS, TRACE_ID_DIGITS) >= threshold;
    }

    private record Kept(Attributes attributes, String threshold) implements SamplingResult {

        @Override
        public SamplingDecision getDecision() {
            return SamplingDecision.RECORD_AND_SAMPLE;
        }

        @Override
        public Attributes getAttributes() {
            return attributes;
        }

        @Override
        public TraceState getUpdatedTraceState(@Nullable TraceState parent) {
            TraceState state = parent == null ? TraceState.getDefault() : parent;
            return state.get(VENDOR) == null
                    ? state.toBuilder().put(VENDOR, THRESHOLD + threshold).build()
                    : state;
        }
    }
}
