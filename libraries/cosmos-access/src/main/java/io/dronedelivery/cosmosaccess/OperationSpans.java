package io.dronedelivery.cosmosaccess;

import io.dronedelivery.servicekit.telemetry.CurrentSpan;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.time.Instant;
import java.util.Collection;
import reactor.util.context.ContextView;

/**
 * A span for each operation, {@code <container>.<operation>}, and a child span for each call that the SDK made for it, with the times that
 * the SDK measured. Between a refused call and its retry the back-off is visible as a gap.
 *
 * <p>The calls have {@code db.system}, from which the exporter makes their type. The operation has none, so that it does not count as a
 * call.
 */
final class OperationSpans {

    private static final String SYSTEM = "Azure DocumentDB";

    private static final AttributeKey<String> DB_SYSTEM = AttributeKey.stringKey("db.system");
    private static final AttributeKey<String> CONTAINER = AttributeKey.stringKey("cosmos.container");
    private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("cosmos.operation");
    private static final AttributeKey<String> KIND = AttributeKey.stringKey("cosmos.kind");
    private static final AttributeKey<String> PARTITION = AttributeKey.stringKey("cosmos.partition");
    private static final AttributeKey<Long> STATUS = AttributeKey.longKey("cosmos.status");
    private static final AttributeKey<Long> SUB_STATUS = AttributeKey.longKey("cosmos.sub_status");
    private static final AttributeKey<Double> REQUEST_CHARGE =
            AttributeKey.doubleKey("azure.cosmosdb.operation.request_charge");

    private final Tracer tracer;
    private final String container;

    OperationSpans(Tracer tracer, String container) {
        this.tracer = tracer;
        this.container = container;
    }

    /** Begins the span of an operation, as a child of the context's span. */
    Running start(String operation, ContextView context) {
        Span span = tracer.spanBuilder(container + "." + operation)
                .setParent(CurrentSpan.in(context))
                .setSpanKind(SpanKind.CLIENT)
                .startSpan();
        return new Running(operation, span);
    }

    final class Running {

        private final String operation;
        private final Span span;

        private Running(String operation, Span span) {
            this.operation = operation;
            this.span = span;
        }

        void failed(Throwable failure) {
            span.setStatus(StatusCode.ERROR, String.valueOf(failure.getMessage()));
        }

        void end(Collection<SdkCall> calls) {
            if (span.isRecording()) {
                span.setAttribute(CONTAINER, container).setAttribute(OPERATION, operation);
                Context parent = Context.root().with(span);
                calls.forEach(call -> add(call, parent));
            }
            span.end();
        }

        private void add(SdkCall call, Context parent) {
            Instant start = call.start();
            if (start == null) {
                return;
            }
            String kind = call.plan() ? "plan" : "data";
            Span child = tracer.spanBuilder(container + "." + operation + " " + kind)
                    .setParent(parent)
                    .setSpanKind(SpanKind.CLIENT)
                    .setStartTimestamp(start)
                    .setAllAttributes(attributes(call, kind))
                    .startSpan();
            if (call.failed()) {
                child.setStatus(StatusCode.ERROR);
            }
            child.end(start.plus(call.duration()));
        }

        private Attributes attributes(SdkCall call, String kind) {
            return Attributes.builder()
                    .put(DB_SYSTEM, SYSTEM)
                    .put(CONTAINER, container)
                    .put(OPERATION, operation)
                    .put(KIND, kind)
                    .put(PARTITION, call.partition())
                    .put(STATUS, (long) call.status())
                    .put(SUB_STATUS, (long) call.subStatus())
                    .put(REQUEST_CHARGE, call.requestCharge())
                    .build();
        }
    }
}
