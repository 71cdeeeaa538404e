package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localkit.FaultAnswer;
import io.dronedelivery.localkit.FaultEffect;
import io.dronedelivery.localkit.FaultList;
import io.dronedelivery.localkit.FaultOrder;
import io.dronedelivery.localkit.FaultRequests;
import io.dronedelivery.localkit.InjectedFault;
import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import io.dronedelivery.localservicebus.broker.EntityPath;
import io.dronedelivery.localservicebus.broker.MessageQueue;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Faults on demand. Set by any thread but that of the event loop, applied on the event loop. */
public final class BrokerFaults implements FaultEffect {
    private static final Logger log = LoggerFactory.getLogger(BrokerFaults.class);

    private static final String LOCK_LOST = "lock-lost";
    private static final String UNAVAILABLE = "unavailable";
    private static final String REFUSE_SENDS = "refuse-sends";
    private static final String SLOW_SENDS = "slow-sends";

    private static final String ENTITY = "entity";
    private static final String CONDITION = "condition";
    private static final String DELAY = "delay";
    private static final Duration DEFAULT_DELAY = Duration.ofSeconds(1);
    private static final Map<String, Set<String>> KINDS = kinds();

    private final AmqpServer server;
    private final FaultList list = new FaultList(KINDS, InstantSource.system(), this);
    private final FaultRequests requests = new FaultRequests(list);
    private final Map<String, List<Runnable>> held = new ConcurrentHashMap<>();
    /** It ends outages, and answers requests about faults, which may block. */
    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, task -> {
        Thread created = new Thread(task, "local-service-bus-faults");
        created.setDaemon(true);
        return created;
    });

    private int outages;

    BrokerFaults(AmqpServer server) {
        this.server = server;
    }

    private static Map<String, Set<String>> kinds() {
        Map<String, Set<String>> kinds = new LinkedHashMap<>();
        kinds.put(LOCK_LOST, Set.of(ENTITY, FaultOrder.TIMES));
        kinds.put(UNAVAILABLE, Set.of());
        kinds.put(REFUSE_SENDS, Set.of(ENTITY, FaultOrder.TIMES, CONDITION));
        kinds.put(SLOW_SENDS, Set.of(ENTITY, FaultOrder.TIMES, DELAY));
        return kinds;
    }

    public static Set<String> kindNames() {
        return KINDS.keySet();
    }

    public FaultList list() {
        return list;
    }

    @Override
    public void check(FaultOrder order) {
        order.time(DELAY, DEFAULT_DELAY);
        String entity = order.setting(ENTITY);
        if (entity != null && !server.call(() -> server.broker().has(entity))) {
            FaultOrder.known(ENTITY, entity, entities());
        }
    }

    private Collection<String> entities() {
        return server.broker().queues().stream().map(MessageQueue::path).toList();
    }

    @Override
    public void begin(InjectedFault fault) {
        if (fault.order().kind().equals(UNAVAILABLE)) {
            beginOutage();
            fault.onEnd(this::endOutage);
            thread.schedule(() -> endInTime(fault), fault.order().lasts().toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static void endInTime(InjectedFault fault) {
        try {
            fault.close();
        } catch (RuntimeException e) {
            log.error("The outage does not end: {}", e.getMessage());
        }
    }

    private synchronized void beginOutage() {
        if (outages++ == 0) {
            server.stopListening();
        }
    }

    private synchronized void endOutage() {
        if (--outages == 0) {
            server.listenAgain();
        }
    }

    /** Answers an HTTP request on a thread that may wait. */
    void answer(String method, String target, byte[] body, Consumer<FaultAnswer> answered) {
        thread.execute(() -> answered.accept(requests.answer(method, target, body)));
    }

    void close() {
        thread.shutdownNow();
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

    /** Releases all held sends. Called on the event loop. */
    public void releaseAll() {
        List.copyOf(held.keySet()).forEach(this::release);
    }

    /** Whether a settlement or a renewal of a message of this entity meets a lost lock. */
    boolean losesLock(String entity) {
        return !list.isEmpty() && list.meeting(order -> isOf(order, LOCK_LOST, entity)) != null;
    }

    void checkSend(String entity) {
        InjectedFault met = list.isEmpty() ? null : list.meeting(order -> isOf(order, REFUSE_SENDS, entity));
        if (met != null) {
            String condition = met.order().setting(CONDITION);
            throw new BrokerRefusal(
                    condition == null ? Conditions.SERVER_BUSY : condition,
                    "A fault was ordered for '%s'.".formatted(entity));
        }
    }

    /** The held sends of the entity; null when sends are not held. */
    @Nullable
    List<Runnable> held(String entity) {
        return held.isEmpty() ? null : held.get(EntityPath.canonical(entity));
    }

    long delayMillis(String entity) {
        InjectedFault met = list.isEmpty() ? null : list.meeting(order -> isOf(order, SLOW_SENDS, entity));
        return met == null ? 0 : met.order().time(DELAY, DEFAULT_DELAY).toMillis();
    }

    private static boolean isOf(FaultOrder order, String kind, String entity) {
        String ordered = order.setting(ENTITY);
        return order.kind().equals(kind)
                && (ordered == null || EntityPath.canonical(ordered).equals(EntityPath.canonical(entity)));
    }
}
