package io.dronedelivery.invoice.database;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/**
 * Observes statements from their first byte to the last row. The result is the meter {@code db.client.operation.duration} and, where traces
 * are kept, a span of the request that runs the statement. The span has the statement's text with placeholders, never with values.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/semconv/database/database-metrics/">Semantic conventions for database clients</a>
 */
record StatementObservation(ObservationRegistry registry) {

    private static final String NAME = "db.client.operation.duration";
    private static final String SYSTEM = "postgresql";

    /** The rows of the statement, observed until the last one. */
    <T> Flux<T> of(String sql, Flux<T> rows) {
        return Flux.deferContextual(context -> {
            Observation observation = start(sql, context.getOrDefault(ObservationThreadLocalAccessor.KEY, null));
            return rows.doOnError(observation::error).doFinally(end -> observation.stop());
        });
    }

    private Observation start(String sql, @Nullable Observation parent) {
        String operation = operation(sql);
        return Observation.createNotStarted(NAME, StatementObservation::context, registry)
                .contextualName(SYSTEM + " " + operation)
                .lowCardinalityKeyValue("db.system", SYSTEM)
                .lowCardinalityKeyValue("db.operation.name", operation)
                .highCardinalityKeyValue("db.statement", sql)
                .parentObservation(parent)
                .start();
    }

    /** Does nothing: PostgreSQL's protocol cannot carry a trace context. */
    private static SenderContext<Object> context() {
        SenderContext<Object> context = new SenderContext<>((carrier, key, value) -> {}, Kind.CLIENT);
        context.setCarrier(SYSTEM);
        return context;
    }

    /** The first word of the statement. All statements are this service's own, so the set of values is small. */
    private static String operation(String sql) {
        String text = sql.stripLeading();
        int end = 0;
        while (end < text.length() && Character.isLetter(text.charAt(end))) {
            end++;
        }
        return text.substring(0, end).toUpperCase(Locale.ROOT);
    }
}
