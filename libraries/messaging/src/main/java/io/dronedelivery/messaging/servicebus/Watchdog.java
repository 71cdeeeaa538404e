package io.dronedelivery.messaging.servicebus;

import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.servicebus.Lookout.Waiting;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Replaces consumers that get no messages any more: processors of the SDK sometimes stop delivering after a network failure, without an
 * error. One is suspected when nothing is delivered to it and the oldest message of its subscription stays the same for longer than the lock
 * of an instance that has crashed. When nobody holds that message's lane, it is silent. When somebody does, that may be another instance that
 * does not get the message done, or this one's processor, which has forgotten it; so the processor is replaced without a word, which costs
 * nothing as it has nothing in work, and was silent when it gets that message after that.
 */
final class Watchdog {

    private static final Logger log = LoggerFactory.getLogger(Watchdog.class);

    /** How often it looks in the time in which it is to notice. */
    private static final int LOOKS = 10;

    /**
     * So often the same message. Until then it takes two looks more at most, and what is left of the ten is for the looks themselves and the
     * replacement.
     */
    private static final int ENOUGH = 6;

    private final Lookout lookout;
    private final Processors processors;
    private final MeterRegistry meters;
    private final Duration pause;
    private final int enough;
    private final Map<EventSubscription, Silence> silences = new ConcurrentHashMap<>();

    Watchdog(Lookout lookout, Processors processors, ServiceBusProperties.Consumer settings, MeterRegistry meters) {
        this.lookout = lookout;
        this.processors = processors;
        this.meters = meters;
        this.pause = settings.silence().dividedBy(LOOKS);
        // So long may lanes that have nothing be held by an instance that takes fewer than there are.
        long idle = pause.isZero() ? 0 : settings.sessionIdleTimeout().dividedBy(pause) + 2;
        this.enough = (int) Math.max(ENOUGH, Math.min(idle, Short.MAX_VALUE));
    }

    /** Looks at a consumer again and again, and replaces it whenever it is silent. Neither ends nor fails. */
    Flux<Void> watch(EventConsumer consumer) {
        return pause.isZero()
                ? Flux.never()
                : Mono.delay(pause)
                        .then(Mono.defer(() -> check(consumer)))
                        .onErrorResume(failure -> {
                            log.warn(
                                    "{}: the look for a silent consumer failed",
                                    consumer.subscription().name(),
                                    failure);
                            return Mono.empty();
                        })
                        .repeat();
    }

    /** Why nothing comes in, when a consumer is known to be silent; null when it is not. Does not block. */
    @Nullable
    String trouble(EventConsumer consumer) {
        return silence(consumer).isProven(consumer.delivered())
                ? "messages wait that nobody receives; the consumer was started anew, and has got none since"
                : null;
    }

    private Silence silence(EventConsumer consumer) {
        return silences.computeIfAbsent(consumer.subscription(), subscription -> new Silence(enough));
    }

    private Mono<Void> check(EventConsumer consumer) {
        Silence silence = silence(consumer);
        long delivered = consumer.delivered();
        if (silence.wasTheOne(consumer.found())) {
            noteRestart(consumer.subscription(), "it gets what waited since it was started anew");
        }
        boolean works = !consumer.gate().isOpen() || consumer.gate().inFlight() > 0;
        if (!silence.goesOn(delivered, works)) {
            // No look at what waits while the consumer works: it costs a round trip.
            return Mono.empty();
        }
        return lookout.oldest(consumer.subscription())
                .filter(waiting -> silence.isSuspicious(waiting.number()))
                .flatMap(waiting -> replaced(consumer, delivered, waiting));
    }

    private Mono<Void> replaced(EventConsumer consumer, long delivered, Waiting waiting) {
        return lookout.isFree(consumer.subscription(), waiting.lane())
                .flatMap(free -> Mono.<Void>fromRunnable(() -> replace(consumer, delivered, waiting, free))
                        .subscribeOn(Schedulers.boundedElastic()));
    }

    private void replace(EventConsumer consumer, long delivered, Waiting waiting, boolean free) {
        EventSubscription subscription = consumer.subscription();
        Silence silence = silence(consumer);
        if (free) {
            silence.proven();
        }
        consumer.lookFor(waiting.number());
        // Not when it has got something meanwhile.
        boolean replaced = processors.restart(
                subscription,
                () -> consumer.gate().isOpen() && consumer.gate().inFlight() == 0 && consumer.delivered() == delivered);
        if (replaced && free) {
            noteRestart(subscription, "nobody receives what waits in " + waiting.lane() + "; it was started anew");
        } else if (replaced) {
            silence.replacedInTheDark();
            log.info(
                    "{}: the oldest message stays the same, and somebody holds {}; the consumer, which has nothing in work, was started anew in case it is the one",
                    subscription.name(),
                    waiting.lane());
        }
    }

    private void noteRestart(EventSubscription subscription, String what) {
        log.warn("{}: the consumer was silent: {}", subscription.name(), what);
        Counter.builder("messaging.servicebus.restarts")
                .description("Consumers that got no messages any more and were restarted")
                .tag("messaging.destination.name", subscription.channel())
                .tag("messaging.consumer.group.name", subscription.group())
                .register(meters)
                .increment();
    }
}
