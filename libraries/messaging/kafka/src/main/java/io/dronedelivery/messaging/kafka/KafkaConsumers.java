package io.dronedelivery.messaging.kafka;

import io.dronedelivery.messaging.drain.Drainable;
import io.dronedelivery.messaging.drain.FinalLifecycle;
import io.dronedelivery.messaging.event.ConsumerState;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Starts and stops the group members of all subscriptions. Any thread may call all methods. */
final class KafkaConsumers extends FinalLifecycle implements Drainable, ConsumerState.Source {

    private static final Logger log = LoggerFactory.getLogger(KafkaConsumers.class);

    /** Stops after the drain, which normally has already stopped the members. */
    private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1600;

    private final List<GroupMember> members;
    private final Duration drainTimeout;
    private volatile boolean disabled;

    KafkaConsumers(List<GroupMember> members, Duration drainTimeout) {
        super(PHASE);
        this.members = members;
        this.drainTimeout = drainTimeout;
    }

    @Override
    protected void begin() {
        members.forEach(GroupMember::start);
    }

    @Override
    protected Mono<Void> end() {
        // A drain has already waited, for its own timeout.
        Mono<Void> drained = disabled ? Mono.empty() : drainedInTime();
        disable();
        return drained.then(shutDown());
    }

    private Mono<Void> drainedInTime() {
        return drained().timeout(drainTimeout).onErrorResume(failure -> {
            log.warn("Events that were not handled within {} are left to other members", drainTimeout);
            return Mono.empty();
        });
    }

    @Override
    public String name() {
        return "Kafka consumers";
    }

    @Override
    public int order() {
        return CONSUMING;
    }

    @Override
    public void disable() {
        disabled = true;
        members.forEach(GroupMember::disable);
    }

    @Override
    public Mono<Void> drained() {
        return each(GroupMember::drained);
    }

    @Override
    public Mono<Void> shutDown() {
        return each(GroupMember::leave);
    }

    @Override
    public List<ConsumerState> states() {
        return members.stream().map(GroupMember::state).toList();
    }

    private Mono<Void> each(Function<GroupMember, Mono<Void>> action) {
        return Flux.fromIterable(members)
                .flatMapDelayError(action, Math.max(1, members.size()), 1)
                .then();
    }
}
