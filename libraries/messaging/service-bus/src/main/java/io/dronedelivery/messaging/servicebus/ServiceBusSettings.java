package io.dronedelivery.messaging.servicebus;

import static io.dronedelivery.messaging.settings.Contradiction.error;
import static io.dronedelivery.messaging.settings.Contradiction.warning;

import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.messaging.settings.Contradiction;
import io.dronedelivery.messaging.settings.SettingsCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Checks the settings of Service Bus against each other, against the SDK's limits and against the JVM's threads. */
final class ServiceBusSettings implements SettingsCheck {

    private static final String ROOT = "messaging.servicebus.";
    private static final String CONSUMER = ROOT + "consumer.";
    private static final String PREFETCH = CONSUMER + "prefetch";
    private static final String SESSIONS = CONSUMER + "max-concurrent-sessions";
    private static final String MAX = ROOT + "connections.max";
    private static final String PUMP_THREADS = "com.azure.core.amqp.receiversPumpingThreadPoolMaxSize";

    /**
     * The values that the checks compare with.
     *
     * @param subscriptions how many subscriptions this application has
     * @param buffer how many messages the SDK's buffer of a receiver holds; one more closes the receiver
     * @param pumpThreads how many threads the SDK has to deliver messages
     * @param elasticThreads how many threads can settle messages
     * @param shutdown how long Spring waits for the end of a phase
     */
    record Surroundings(int subscriptions, int buffer, int pumpThreads, int elasticThreads, Duration shutdown) {}

    private final ServiceBusProperties settings;
    private final ServiceBusProperties.ServiceBusConsumerSettings consumer;
    private final RetryProperties retry;
    private final ServiceBusNamespace namespace;
    private final Surroundings surroundings;

    ServiceBusSettings(
            ServiceBusProperties settings,
            RetryProperties retry,
            ServiceBusNamespace namespace,
            Surroundings surroundings) {
        this.settings = settings;
        this.consumer = settings.consumer();
        this.retry = retry;
        this.namespace = namespace;
        this.surroundings = surroundings;
    }

    @Override
    public List<Contradiction> contradictions() {
        List<Contradiction> found = new ArrayList<>();
        place(found);
        pool(found);
        if (surroundings.subscriptions() > 0) {
            prefetchAndLock(found);
            prefetchAndBuffer(found);
            prefetchAndOrder(found);
            callAndLock(found);
            lanesAndSessions(found);
            threads(found);
            drainAndShutdown(found);
        }
        return found;
    }

    private void place(List<Contradiction> found) {
        if (!namespace.isKnown()) {
            found.add(error(
                    "messaging.broker is servicebus, and neither %s nor %s is set"
                            .formatted(ServiceBusNamespace.CONNECTION_STRING, ServiceBusNamespace.NAMESPACE),
                    "Set one of them, or messaging.broker=kafka"));
        }
    }

    private void pool(List<Contradiction> found) {
        ServiceBusProperties.SenderPoolSettings pool = settings.connections();
        if (pool.min() > pool.max()) {
            found.add(error(
                    "%sconnections.min is %d, above %s, which is %d".formatted(ROOT, pool.min(), MAX, pool.max()),
                    "Lower %sconnections.min or raise %s".formatted(ROOT, MAX)));
        }
        int all = pool.max() + surroundings.subscriptions();
        int limit = settings.emulatorConnectionLimit();
        if (namespace.isEmulator() && limit > 0 && all > limit) {
            found.add(error(
                    "%s is %d; with one connection for each of %d subscriptions that makes %d, and the emulator takes %d"
                            .formatted(MAX, pool.max(), surroundings.subscriptions(), all, limit),
                    "Lower %s, or raise %semulator-connection-limit if this emulator takes more".formatted(MAX, ROOT)));
        }
    }

    private void prefetchAndLock(List<Contradiction> found) {
        Duration wait = consumer.expectedHandlerTime().multipliedBy(consumer.prefetch());
        if (wait.compareTo(consumer.lockDuration()) <= 0) {
            return;
        }
        String problem =
                "%s is %d; at %sexpected-handler-time=%s the last prefetched event waits %s, longer than the lock of %s"
                        .formatted(
                                PREFETCH,
                                consumer.prefetch(),
                                CONSUMER,
                                consumer.expectedHandlerTime(),
                                wait,
                                consumer.lockDuration());
        String remedy = "Lower %s".formatted(PREFETCH);
        found.add(
                wait.compareTo(consumer.lockRenewal()) > 0
                        ? error(problem, remedy)
                        : warning(problem + ", so it depends on the renewal of the lock", remedy));
    }

    private void prefetchAndBuffer(List<Contradiction> found) {
        // The prefetched messages and the one in work.
        int held = consumer.prefetch() + 1;
        if (held > surroundings.buffer()) {
            found.add(error(
                    "%s is %d; the SDK's buffer holds %d messages, and when it overflows the receiver closes and loses them"
                            .formatted(PREFETCH, consumer.prefetch(), surroundings.buffer()),
                    "Lower %s, or start the JVM with -Dreactor.bufferSize.small=%d"
                            .formatted(PREFETCH, Integer.highestOneBit(held) * 2)));
        }
    }

    private void prefetchAndOrder(List<Contradiction> found) {
        if (consumer.prefetch() > 0) {
            found.add(warning(
                    "%s is %d: an abandoned event is delivered again after the events that were already fetched"
                            .formatted(PREFETCH, consumer.prefetch()),
                    "Set it to 0 where order within a key matters"));
        }
    }

    private void callAndLock(List<Contradiction> found) {
        if (retry.callTimeout().compareTo(consumer.lockRenewal()) > 0) {
            found.add(error(
                    "messaging.retry.call-timeout is %s, longer than %slock-renewal, which is %s: the broker delivers the event to another consumer while this one still handles it"
                            .formatted(retry.callTimeout(), CONSUMER, consumer.lockRenewal()),
                    "Lower messaging.retry.call-timeout or raise %slock-renewal".formatted(CONSUMER)));
        }
    }

    private void lanesAndSessions(List<Contradiction> found) {
        if (settings.lanes() > consumer.maxConcurrentSessions()) {
            found.add(warning(
                    "%slanes is %d, above %s, which is %d: a lane that always has events is never given up, and the events of the remaining lanes wait"
                            .formatted(ROOT, settings.lanes(), SESSIONS, consumer.maxConcurrentSessions()),
                    "Raise %s, or run enough instances to take all lanes together".formatted(SESSIONS)));
        }
    }

    private void threads(List<Contradiction> found) {
        int needed = surroundings.subscriptions() * consumer.maxConcurrentSessions();
        tooFew(needed, surroundings.pumpThreads(), "the SDK's threads for deliveries", PUMP_THREADS, found);
        tooFew(
                needed,
                surroundings.elasticThreads(),
                "the threads of boundedElastic",
                ServiceBusDefaults.ELASTIC_THREADS,
                found);
    }

    private void tooFew(int needed, int there, String what, String property, List<Contradiction> found) {
        if (needed > there) {
            found.add(warning(
                    "%s x %d subscriptions needs %d threads, one for each lane; %s are %d"
                            .formatted(SESSIONS, surroundings.subscriptions(), needed, what, there),
                    "Lower %s, or start the JVM with -D%s=%d".formatted(SESSIONS, property, needed)));
        }
    }

    private void drainAndShutdown(List<Contradiction> found) {
        if (consumer.drainTimeout().compareTo(surroundings.shutdown()) > 0) {
            found.add(warning(
                    "%sdrain-timeout is %s, longer than spring.lifecycle.timeout-per-shutdown-phase, which is %s: Spring ends the application while handlers still run"
                            .formatted(CONSUMER, consumer.drainTimeout(), surroundings.shutdown()),
                    "Raise spring.lifecycle.timeout-per-shutdown-phase"));
        }
    }
}
