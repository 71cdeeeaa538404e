package io.dronedelivery.servicekit.trace;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ThreadLocalAccessor;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import reactor.core.publisher.Hooks;

/**
 * With {@code service-kit.logs.trace-ids=true} every log record that is written while a request is worked on has {@link LogIds} in its
 * MDC. For that Reactor has to restore the MDC at each of its operators, in the whole JVM, which costs every request time.
 */
@AutoConfiguration
@ConditionalOnBooleanProperty("service-kit.logs.trace-ids")
class TraceIdsInLogs {

    TraceIdsInLogs() {
        ContextRegistry.getInstance().registerThreadLocalAccessor(new MdcAccessor());
        Hooks.enableAutomaticContextPropagation();
    }

    /** Copies the trace from the Reactor context, see {@link TraceParent#putInto}, into the MDC. */
    private static final class MdcAccessor implements ThreadLocalAccessor<TraceParent> {

        @Override
        public Object key() {
            return TraceParent.class;
        }

        /** The current value, which Reactor restores later or carries to another thread. */
        @Override
        public @Nullable TraceParent getValue() {
            String trace = MDC.get(LogIds.TRACE);
            String span = MDC.get(LogIds.SPAN);
            String flags = MDC.get(LogIds.FLAGS);
            return trace == null || span == null || flags == null
                    ? null
                    : TraceParent.parse("00-" + trace + "-" + span + "-" + flags);
        }

        @Override
        public void setValue(TraceParent trace) {
            MDC.put(LogIds.TRACE, trace.traceId());
            MDC.put(LogIds.SPAN, trace.spanIdText());
            MDC.put(LogIds.FLAGS, HexFormat.of().toHexDigits(trace.flags()));
        }

        @Override
        public void setValue() {
            MDC.remove(LogIds.TRACE);
            MDC.remove(LogIds.SPAN);
            MDC.remove(LogIds.FLAGS);
        }
    }
}
