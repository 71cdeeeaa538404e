package io.dronedelivery.servicekit.telemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.util.List;
import java.util.function.Supplier;

/**
 * Keeps one of n traces that begin here. A trace that began elsewhere is kept if its caller keeps it. n travels with the trace, so that
 * every service counts an item of it as n items.
 */
record TelemetrySampler(Supplier<SampledShare> share, String description) implements Sampler {

    /** Monitoring asks all the time; its traces would take the places of the users' traces. */
    private static final String MANAGEMENT = "/actuator";

    static TelemetrySampler of(TelemetryProperties.Sampling settings) {
        Double percentage = settings.percentage();
        if (percentage == null) {
            return new TelemetrySampler(
                    new SamplingRate(settings.tracesPerSecond(), System::nanoTime),
                    settings.tracesPerSecond() + " traces a second");
        }
        SampledShare constant = SampledShare.ofPercentage(percentage);
        return new TelemetrySampler(() -> constant, percentage + " % of the traces");
    }

    @Override
    public SamplingResult shouldSample(
            Context parentContext,
            String traceId,
            String name,
            SpanKind spanKind,
            Attributes attributes,
            List<LinkData> parentLinks) {
        SpanContext parent = Span.fromContext(parentContext).getSpanContext();
        if (!parent.isValid()) {
            String path = attributes.get(ServerSpans.PATH);
            return path != null && path.startsWith(MANAGEMENT)
                    ? SamplingResult.drop()
                    : share.get().decide(traceId);
        }
        return parent.isSampled() ? SampledShare.of(parent.getTraceState()).kept() : SamplingResult.drop();
    }

    @Override
    public String getDescription() {
        return description;
    }

    @Override
    public String toString() {
        return description;
    }
}
