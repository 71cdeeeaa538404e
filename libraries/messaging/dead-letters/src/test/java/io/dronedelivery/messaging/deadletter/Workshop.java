package io.dronedelivery.messaging.deadletter;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventHandlers;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.InvalidEventException;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.core.publisher.Mono;
import tools.jackson.databind.ObjectMapper;

/**
 * A handler that repairs things, unless it is broken itself: then it takes every event for one that it cannot handle. It fails with what
 * sends a single event to the dead letters, however many others fail.
 */
final class Workshop {

    static final String TYPE = "ThingBroke";

    private static final EventData JSON = new EventData(new ObjectMapper());
    private static final EventHandlers HANDLERS =
            new EventHandlers(JSON, (trace, context) -> context, "No repair now", failure -> false);

    /** @param part counts from 1 */
    record Broke(String thing, int part) {}

    private final List<CloudEvent> handled = new CopyOnWriteArrayList<>();
    private volatile boolean broken;

    static Workshop working() {
        return new Workshop();
    }

    static Workshop broken() {
        Workshop workshop = new Workshop();
        workshop.broken = true;
        return workshop;
    }

    void repair() {
        broken = false;
    }

    EventSubscription subscription(String channel, String group) {
        return EventSubscription.of(channel, group).on(TYPE, 1, HANDLERS.of(Broke.class, this::handle));
    }

    private Mono<Void> handle(CloudEvent event, Broke broke) {
        if (broke.part() < 1) {
            return Mono.error(new InvalidEventException("The field part is " + broke.part() + "; it counts from 1"));
        }
        if (broken) {
            return Mono.error(new InvalidEventException("No part is like that"));
        }
        handled.add(event);
        return Mono.empty();
    }

    /** Ids in the order of handling, repetitions included. */
    List<String> handled() {
        return handled.stream().map(CloudEvent::getId).toList();
    }

    CloudEvent last() {
        return handled.get(handled.size() - 1);
    }

    /** The part of a thing that broke; its id is {@code thing:part}. */
    static OutboundEvent broke(String channel, String thing, int part) {
        return event(channel, thing, part, JSON.write(new Broke(thing, part)));
    }

    /** An event without the field {@code part}. */
    static OutboundEvent withoutPart(String channel, String thing, int part) {
        return event(channel, thing, part, JSON.write(Map.of("thing", thing)));
    }

    /** An event of a type that nobody handles. */
    static OutboundEvent ofUnknownType(String channel, String thing, int part) {
        return new OutboundEvent(
                channel,
                CloudEventBuilder.from(broke(channel, thing, part).event())
                        .withType("ThingVanished")
                        .build());
    }

    private static OutboundEvent event(String channel, String thing, int part, byte[] data) {
        return new OutboundEvent(
                channel,
                CloudEventBuilder.v1()
                        .withId(thing + ":" + part)
                        .withSource(URI.create("/workshop"))
                        .withType(TYPE)
                        .withDataSchema(SchemaVersion.uri(TYPE, 1))
                        .withDataContentType("application/json")
                        .withData(data)
                        .withExtension(EventAttributes.PARTITION_KEY, thing)
                        .build());
    }
}
