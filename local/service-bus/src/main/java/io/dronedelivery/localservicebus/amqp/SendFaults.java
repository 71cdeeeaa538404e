package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.EntityPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Faults on demand, by entity. Set by any thread, applied on the event loop. */
public final class SendFaults {
    private record Refusals(String condition, int left) {}

    private final Map<String, Refusals> refusals = new ConcurrentHashMap<>();
    private final Map<String, Long> delays = new ConcurrentHashMap<>();
    private final Map<String, List<Runnable>> held = new ConcurrentHashMap<>();

    /** Refuses the next sends to the entity with the AMQP condition. */
    public void refuse(String entity, String condition, int times) {
        refusals.put(EntityPath.canonical(entity), new Refusals(condition, times));
    }

    /** Accepts and answers sends to the entity only after the delay; zero ends it. */
    public void delay(String entity, Duration delay) {
        delays.put(EntityPath.canonical(entity), delay.toMillis());
    }

    /** Holds sends to the entity until they are released. */
    public void hold(String entity) {
        held.putIfAbsent(EntityPath.canonical(entity), new ArrayList<>());
    }

    /** Accepts and answers the held sends in the order of their arrival. Called on the event loop, which adds them. */
    public void release(String entity) {
        List<Runnable> sends = held.remove(EntityPath.canonical(entity));
        if (sends != null) {
            sends.forEach(Runnable::run);
        }
    }

    /** Ends all faults. Called on the event loop. */
    public void clear() {
        refusals.clear();
        delays.clear();
        List.copyOf(held.keySet()).forEach(this::release);
    }

    void check(String entity) {
        if (refusals.isEmpty()) {
            return;
        }
        String key = EntityPath.canonical(entity);
        Refusals ordered = refusals.get(key);
        if (ordered != null) {
            refusals.computeIfPresent(
                    key, (k, now) -> now.left <= 1 ? null : new Refusals(now.condition, now.left - 1));
            throw new BrokerRefusal(ordered.condition, "A fault was ordered for '%s'.".formatted(entity));
        }
    }

    /** The held sends of the entity; null when sends are not held. */
    @Nullable
    List<Runnable> held(String entity) {
        return held.isEmpty() ? null : held.get(EntityPath.canonical(entity));
    }

    long delayMillis(String entity) {
        return delays.isEmpty() ? 0 : delays.getOrDefault(EntityPath.canonical(entity), 0L);
    }
}
