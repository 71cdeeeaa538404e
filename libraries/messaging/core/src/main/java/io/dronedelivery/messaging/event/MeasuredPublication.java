package io.dronedelivery.messaging.event;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/** A publication that is timed for each subscriber. It is one step instead of three operators, because each event passes through it. */
final class MeasuredPublication extends Mono<Void> {

    interface PublicationMeter {

        /**
         * @param failure null when the broker has the events
         * @param nanos from the subscription to the answer
         */
        void ended(@Nullable Throwable failure, long nanos);
    }

    private final Supplier<Mono<Void>> publication;
    private final PublicationMeter meter;

    MeasuredPublication(Supplier<Mono<Void>> publication, PublicationMeter meter) {
        this.publication = publication;
        this.meter = meter;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Void> caller) {
        Measured measured = new Measured(caller, meter);
        Mono<Void> source;
        try {
            source = publication.get();
        } catch (RuntimeException e) {
            Operators.error(measured, e);
            return;
        }
        source.subscribe(measured);
    }

    private static final class Measured implements CoreSubscriber<Void> {

        private final CoreSubscriber<? super Void> caller;
        private final PublicationMeter meter;
        private final long start = System.nanoTime();

        Measured(CoreSubscriber<? super Void> caller, PublicationMeter meter) {
            this.caller = caller;
            this.meter = meter;
        }

        @Override
        public Context currentContext() {
            return caller.currentContext();
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            caller.onSubscribe(subscription);
        }

        @Override
        public void onNext(Void never) {
            // A publication has no value.
        }

        @Override
        public void onError(Throwable failure) {
            meter.ended(failure, System.nanoTime() - start);
            caller.onError(failure);
        }

        @Override
        public void onComplete() {
            meter.ended(null, System.nanoTime() - start);
            caller.onComplete();
        }
    }
}
