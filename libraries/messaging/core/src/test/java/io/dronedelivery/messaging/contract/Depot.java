package io.dronedelivery.messaging.contract;

import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.event.EventHandler;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.InvalidEventException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** A handler that remembers: which events it was given, which it has finished, and in which order. */
final class Depot implements EventHandler {

    private final Function<CloudEvent, Mono<Void>> work;
    private final List<CloudEvent> begun = new CopyOnWriteArrayList<>();
    private final List<String> finished = new CopyOnWriteArrayList<>();
    private final Set<String> busyParcels = ConcurrentHashMap.newKeySet();
    private final List<String> overtaken = new CopyOnWriteArrayList<>();

    private Depot(Function<CloudEvent, Mono<Void>> work) {
        this.work = work;
    }

    /** Is done with every event at once. */
    static Depot quick() {
        return new Depot(event -> Mono.empty());
    }

    /** @param work what to do for an event */
    static Depot doing(Function<CloudEvent, Mono<Void>> work) {
        return new Depot(work);
    }

    @Override
    public Mono<Void> handle(CloudEvent event) {
        begun.add(event);
        String parcel = Parcels.JSON.read(event, Parcels.Moved.class).parcel();
        if (parcel == null) {
            throw new InvalidEventException("The field parcel is missing");
        }
        if (!busyParcels.add(parcel)) {
            overtaken.add(event.getId());
        }
        return work.apply(event)
                .doOnSuccess(done -> finished.add(event.getId()))
                .doOnTerminate(() -> busyParcels.remove(parcel))
                .doOnCancel(() -> busyParcels.remove(parcel));
    }

    EventSubscription subscription(String channel) {
        return subscription(channel, BrokerContract.WORKERS);
    }

    EventSubscription subscription(String channel, String group) {
        return EventSubscription.of(channel, group).on(Parcels.TYPE, 1, this);
    }

    /** Ids in the order in which their handling began, repetitions included. */
    List<String> begun() {
        return begun.stream().map(CloudEvent::getId).toList();
    }

    /** The events as they came, repetitions included. */
    List<CloudEvent> events() {
        return List.copyOf(begun);
    }

    /** Ids in the order in which they were finished, repetitions included. */
    List<String> finished() {
        return List.copyOf(finished);
    }

    /** The finished stops of one parcel, in order, each where it first appears. */
    List<String> stopsOf(String parcel) {
        return finished.stream()
                .filter(id -> id.startsWith(parcel + ":"))
                .distinct()
                .toList();
    }

    /** How often an event was begun. */
    long timesBegun(String id) {
        return begun().stream().filter(id::equals).count();
    }

    /** Events that began while another one of their parcel was not finished: never, if order is kept. */
    List<String> overtaken() {
        return List.copyOf(overtaken);
    }

    /** Events that were begun, by how often. */
    Map<String, Long> begunByCount() {
        return begun().stream()
                .collect(java.util.stream.Collectors.groupingBy(
                        Function.identity(), java.util.stream.Collectors.counting()));
    }
}
