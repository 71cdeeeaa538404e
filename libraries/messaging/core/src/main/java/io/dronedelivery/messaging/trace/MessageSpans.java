package io.dronedelivery.messaging.trace;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import reactor.util.context.ContextView;

/**
 * Begins the spans of messages, so that a delivery is one trace from its request to the invoice line:
 *
 * <ul>
 * <li>{@code messaging.create} while the message is stored,
 * <li>{@code messaging.dispatch} while it waits for its turn and is sent,
 * <li>{@code messaging.publish} until the broker has it,
 * <li>{@code messaging.process} for its handler's work.
 * </ul>
 *
 * <p>A message whose {@code traceparent} is not sampled gets no spans. No message gets any when the registry is
 * {@link ObservationRegistry#NOOP}. Any thread may call it.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/">OpenTelemetry: messaging spans</a>
 */
public final class MessageSpans {

    private static final String CREATE = "messaging.create";
    private static final String DISPATCH = "messaging.dispatch";
    private static final String PUBLISH = "messaging.publish";
    private static final String PROCESS = "messaging.process";
    private static final Set<String> NAMES = Set.of(CREATE, DISPATCH, PUBLISH, PROCESS);
    private static final String ACTIVE = ".active";

    private final ObservationRegistry registry;
    private final String system;

    /**
     * @param registry {@link ObservationRegistry#NOOP} when tracing is off
     * @param system {@code kafka}, {@code servicebus}, or another carrier of the messages
     */
    public MessageSpans(ObservationRegistry registry, String system) {
        this.registry = registry;
        this.system = system;
    }

    public static MessageSpans none(String system) {
        return new MessageSpans(ObservationRegistry.NOOP, system);
    }

    /** An instance with the same registry, for messages over another system. */
    public MessageSpans over(String otherSystem) {
        return new MessageSpans(registry, otherSystem);
    }

    /** The carrier of the messages: {@code kafka}, {@code servicebus}. */
    public String system() {
        return system;
    }

    /** Whether a meter has the name of a span: the registry's handlers would make a meter of each span. */
    static boolean isOfSpan(String meter) {
        return NAMES.contains(meter.endsWith(ACTIVE) ? meter.substring(0, meter.length() - ACTIVE.length()) : meter);
    }

    public boolean isOff() {
        return registry.isNoop();
    }

    /**
     * Begins the span of the handler's work on a received message, in the message's trace.
     *
     * @param channel the message's channel
     * @param attribute the value of an attribute of the message, such as {@code traceparent}, or null
     * @return null when the message is not traced
     */
    public @Nullable MessageSpan process(String channel, UnaryOperator<@Nullable String> attribute) {
        return isOff() || TraceContext.isNotSampled(attribute.apply(TraceContext.PARENT))
                ? null
                : received(PROCESS, "process", Kind.CONSUMER, channel, attribute);
    }

    /**
     * Begins the span of a message that waits in the dispatcher, in the message's trace.
     *
     * @return null when the message has no trace or a trace that is not sampled
     */
    public @Nullable MessageSpan dispatch(String channel, UnaryOperator<@Nullable String> attribute) {
        return !isOff() && TraceContext.isSampled(attribute.apply(TraceContext.PARENT))
                ? received(DISPATCH, "dispatch", Kind.PRODUCER, channel, attribute)
                : null;
    }

    /**
     * Begins the span of messages that are stored now and sent later, perhaps by another process. Its parent is the observation in the
     * context.
     *
     * @param context of the work that makes them
     * @return null when that work is not observed
     */
    public @Nullable MessageSpan create(String channel, ContextView context) {
        Observation parent = current(context);
        return isOff() || parent == null ? null : sender(CREATE, "create", channel, parent);
    }

    /**
     * Begins the span of a message that is sent; its parent is the observation in the context.
     *
     * @param context of the work that sends it
     * @return null when that work is not observed
     */
    public @Nullable MessageSpan publish(String channel, ContextView context) {
        Observation parent = current(context);
        return isOff() || parent == null ? null : publish(channel, parent);
    }

    MessageSpan publish(String channel, Observation parent) {
        return sender(PUBLISH, "publish", channel, parent);
    }

    private MessageSpan sender(String name, String operation, String channel, Observation parent) {
        Map<String, String> injected = new HashMap<>();
        Observation observation = begin(name, operation, channel, () -> {
                    SenderContext<Map<String, String>> context = new SenderContext<>(MessageSpans::put, Kind.PRODUCER);
                    context.setCarrier(injected);
                    return context;
                })
                .parentObservation(parent)
                .start();
        return new MessageSpan(this, observation, injected);
    }

    private static void put(@Nullable Map<String, String> carrier, String name, String value) {
        if (carrier != null) {
            carrier.put(name, value);
        }
    }

    private MessageSpan received(
            String name, String operation, Kind kind, String channel, UnaryOperator<@Nullable String> attribute) {
        Observation observation = begin(name, operation, channel, () -> {
                    ReceiverContext<UnaryOperator<@Nullable String>> context =
                            new ReceiverContext<>((carrier, key) -> carrier.apply(key), kind);
                    context.setCarrier(attribute);
                    return context;
                })
                .start();
        return new MessageSpan(this, observation, Map.of());
    }

    private Observation begin(String name, String operation, String channel, Supplier<Observation.Context> context) {
        return Observation.createNotStarted(name, context, registry)
                .contextualName(channel + " " + operation)
                .lowCardinalityKeyValue("messaging.system", system)
                .lowCardinalityKeyValue("messaging.destination.name", channel)
                .lowCardinalityKeyValue("messaging.operation.type", operation);
    }

    /** The current observation, under the key that Reactor and Spring use too. */
    private static @Nullable Observation current(ContextView context) {
        Observation current = context.getOrDefault(ObservationThreadLocalAccessor.KEY, null);
        return current == null || current.isNoop() ? null : current;
    }
}
