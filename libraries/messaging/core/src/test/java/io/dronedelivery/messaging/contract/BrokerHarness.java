package io.dronedelivery.messaging.contract;

import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.RetryProperties;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * What the suite needs of a broker and of the adapter to it. One serves all tests of a class; every test uses channels of its own, of
 * {@link BrokerContract#CHANNELS}, with the groups {@link BrokerContract#GROUPS}. All of them may be declared beforehand.
 *
 * <p>Events wait in a channel for the first member of a group, however late it comes.
 */
public interface BrokerHarness extends AutoCloseable {

    /** The adapter's publisher, the same one at each call. Its timeouts are long enough for a machine that is busy with other things. */
    EventPublisher publisher();

    /** A publisher as {@link #publisher()}, but with a timeout of a few seconds, for when the broker is away. */
    EventPublisher hastyPublisher();

    /** A new member of the subscription's group, which soon begins to handle events. Ends with {@link #close()} at the latest. */
    default Member join(EventSubscription subscription, RetryProperties retry) {
        return join(subscription, retry, ObservationRegistry.NOOP);
    }

    /** As {@link #join(EventSubscription, RetryProperties)}, of an application that observes. */
    Member join(EventSubscription subscription, RetryProperties retry, ObservationRegistry observations);

    /** Sends a message with the broker's own client; returns when the broker has it. */
    void sendRaw(String channel, RawMessage message);

    /** All dead letters of a group so far, oldest first; reading them does not take them away. */
    List<DeadLetter> deadLetters(String channel, String group);

    /** Stops the broker, as a machine that goes away would; the messages that it has are kept. */
    void stopBroker();

    /** Starts the broker again, on the same port and with what it had. */
    void startBroker();

    /** Takes from the members of a group what they have in hand, before they know of it; they may join again. */
    void fence(String group);

    /** How many bytes of data make an event larger than the broker takes. */
    int refusedDataBytes();

    /** Keys of events that the adapter handles at the same time. */
    List<String> keysHandledInParallel(int count);

    /** Keys of which one event each is all that a member takes at a time: while none of them is settled, it takes no other. */
    List<String> keysThatTakeAllRoom();

    @Override
    void close();

    /** A consumer of the adapter. */
    interface Member {

        /** What SIGTERM does: takes no new events, finishes and settles those it has, leaves. Completes when it has left. */
        Mono<Void> stop();

        /** What SIGKILL does, as nearly as it can be done in one JVM: its handlers stop, it settles nothing. */
        void crash();
    }
}
