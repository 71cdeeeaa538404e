package io.dronedelivery.messaging.contract;

import static org.awaitility.Awaitility.await;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.RetryProperties;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import org.awaitility.core.ConditionFactory;

/** What the parts of the suite have in common. */
interface ContractFixture {

    BrokerHarness broker();

    /** A channel that no other test uses. */
    String channel();

    /** A member that is gone after the test. */
    BrokerHarness.Member join(EventSubscription subscription, RetryProperties retry, ObservationRegistry observations);

    default BrokerHarness.Member join(EventSubscription subscription, RetryProperties retry) {
        return join(subscription, retry, ObservationRegistry.NOOP);
    }

    default BrokerHarness.Member join(EventSubscription subscription) {
        return join(subscription, BrokerContract.QUICK);
    }

    /** Publishes one stop of a parcel; returns when the broker has it. */
    default void publish(String parcel, int stop) {
        broker().publisher().publish(Parcels.to(channel(), parcel, stop)).block(BrokerContract.TIMEOUT);
    }

    /** Publishes one stop of a parcel to a broker that may be coming back, again and again until it has it. */
    default void publishOnceItIsBack(String parcel, int stop) {
        eventually()
                .ignoreExceptionsInstanceOf(BrokerUnavailableException.class)
                .untilAsserted(() -> publishHastily(parcel, stop));
    }

    /** Publishes one stop of a parcel; fails within seconds when the broker does not have it by then. */
    default void publishHastily(String parcel, int stop) {
        broker().hastyPublisher().publish(Parcels.to(channel(), parcel, stop)).block(BrokerContract.TIMEOUT);
    }

    default void publish(String parcel, int firstStop, int lastStop) {
        for (int stop = firstStop; stop <= lastStop; stop++) {
            publish(parcel, stop);
        }
    }

    /** One stop of a parcel that the broker refuses to take. */
    default OutboundEvent tooLarge(String parcel, int stop) {
        return new OutboundEvent(
                channel(),
                CloudEventBuilder.from(Parcels.moved(parcel, stop))
                        .withData(new byte[broker().refusedDataBytes()])
                        .build());
    }

    default List<DeadLetter> deadLetters() {
        return broker().deadLetters(channel(), BrokerContract.WORKERS);
    }

    static ConditionFactory eventually() {
        return await().atMost(BrokerContract.TIMEOUT);
    }

    /** Ids of the stops of a parcel. */
    static List<String> stops(String parcel, int first, int last) {
        return java.util.stream.IntStream.rangeClosed(first, last)
                .mapToObj(stop -> parcel + ":" + stop)
                .toList();
    }
}
