package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The events of a channel that a service handles. A bean of this type is subscribed when the application starts.
 *
 * @param channel the topic, on either broker
 * @param group the members that share the work: each event is handled by one member. It is the subscription on Service Bus, and the
 *     consumer group on Kafka
 * @param handlers by event type, and by version of the type's data. Events of other versions go to the dead letters
 * @param unknownTypes what happens to events of other types
 */
public record EventSubscription(
        String channel, String group, Map<String, Map<Integer, EventHandler>> handlers, UnknownTypes unknownTypes) {

    /** What happens to events of a type for which the subscription has no handler. */
    public enum UnknownTypes {
        /** They go to the dead letters, and can be sent again when there is a handler. This is the default, since no event is lost. */
        DEAD_LETTER,
        /** They are skipped. For a group whose channel has types that do not concern it. */
        IGNORE
    }

    public EventSubscription {
        handlers = handlers.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, versions -> Map.copyOf(versions.getValue())));
    }

    /** Starts a subscription without handlers. Unknown types go to the dead letters. */
    public static EventSubscription of(String channel, String group) {
        return new EventSubscription(channel, group, Map.of(), UnknownTypes.DEAD_LETTER);
    }

    /**
     * This subscription with one more type, or one more version of a type. Versions are handled side by side.
     *
     * @param version the last part of the attribute {@code dataschema}
     */
    public EventSubscription on(String type, int version, EventHandler handler) {
        Map<Integer, EventHandler> versions = new HashMap<>(handlers.getOrDefault(type, Map.of()));
        if (versions.put(version, handler) != null) {
            throw new IllegalArgumentException("There is a handler of version " + version + " of " + type + " already");
        }
        Map<String, Map<Integer, EventHandler>> more = new HashMap<>(handlers);
        more.put(type, versions);
        return new EventSubscription(channel, group, more, unknownTypes);
    }

    /**
     * This subscription with one more version of a type. Its events are converted to the next version and handled by the next version's
     * handler. Call it after that handler, or the conversion from the next version, was added.
     *
     * @param version the older one
     * @param upcast converts the data of an event to the next version; {@code dataschema} is set here. An exception that it throws counts
     *     as a failure of the handler
     */
    public EventSubscription upcasting(String type, int version, UnaryOperator<CloudEvent> upcast) {
        EventHandler next = handlers.getOrDefault(type, Map.of()).get(version + 1);
        if (next == null) {
            throw new IllegalArgumentException("There is no handler of version " + (version + 1) + " of " + type
                    + " that could handle version " + version);
        }
        return on(type, version, new EventHandler() {
            @Override
            public Mono<Void> handle(CloudEvent event) {
                return next.handle(upcasted(event));
            }

            @Override
            public void check(CloudEvent event) {
                next.check(upcasted(event));
            }

            private CloudEvent upcasted(CloudEvent event) {
                return CloudEventBuilder.from(upcast.apply(event))
                        .withDataSchema(SchemaVersion.uri(type, version + 1))
                        .build();
            }
        });
    }

    /** This subscription, but it skips events of types for which it has no handler. */
    public EventSubscription ignoringUnknownTypes() {
        return new EventSubscription(channel, group, handlers, UnknownTypes.IGNORE);
    }

    /**
     * Checks whether an event would be handled, as far as a check without the work can find out.
     *
     * @param event with valid attributes
     * @throws RuntimeException saying what is wrong with it for this subscription
     */
    public void check(CloudEvent event) {
        EventAttributes.requirePlain(event);
        EventHandler handler = handlerOf(event);
        if (handler == null) {
            throw new UnacceptableEvent(
                    DeadLetterReason.UNKNOWN_TYPE, "Events of the type " + event.getType() + " are passed over here");
        }
        handler.check(event);
    }

    /** Names the subscription in configuration, logs and meters, such as {@code delivery-requests.drone-service}. */
    public String name() {
        return channel + "." + group;
    }

    /** @throws IllegalArgumentException when there is no such handler */
    public EventHandler handler(String type, int version) {
        EventHandler handler = handlers.getOrDefault(type, Map.of()).get(version);
        if (handler == null) {
            throw new IllegalArgumentException("There is no handler of version " + version + " of " + type);
        }
        return handler;
    }

    Set<String> types() {
        return handlers.keySet();
    }

    /**
     * The handler of an event.
     *
     * @return null when the event is to be skipped
     * @throws UnacceptableEvent when there is no handler for it
     */
    @Nullable
    EventHandler handlerOf(CloudEvent event) {
        Map<Integer, EventHandler> versions = handlers.get(event.getType());
        if (versions != null) {
            int version = SchemaVersion.of(event, versions.keySet());
            return Objects.requireNonNull(versions.get(version));
        }
        if (unknownTypes == UnknownTypes.IGNORE) {
            return null;
        }
        throw new UnacceptableEvent(
                DeadLetterReason.UNKNOWN_TYPE,
                "The type " + event.getType() + " is not handled here; handled are "
                        + types().stream().sorted().toList());
    }
}
