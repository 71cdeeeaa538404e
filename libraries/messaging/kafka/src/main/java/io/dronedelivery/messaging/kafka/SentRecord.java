package io.dronedelivery.messaging.kafka;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/**
 * A record that is sent on subscription. Each subscriber takes one object, which serves as Kafka's callback, the Reactive Streams
 * subscription and the item of the queues. A chain of operators would cost as much time as Kafka's producer.
 */
final class SentRecord extends Mono<Void> {

    private final RecordSender sender;
    private final Supplier<ProducerRecord<byte[], byte[]>> record;
    private final UnaryOperator<Throwable> explained;

    /**
     * @param record is called for each subscriber
     * @param explained maps an exception of Kafka's client or of the sender to the subscriber's failure
     */
    SentRecord(
            RecordSender sender, Supplier<ProducerRecord<byte[], byte[]>> record, UnaryOperator<Throwable> explained) {
        this.sender = sender;
        this.record = record;
        this.explained = explained;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Void> caller) {
        ProducerRecord<byte[], byte[]> prepared;
        try {
            prepared = record.get();
        } catch (RuntimeException e) {
            Operators.error(caller, e);
            return;
        }
        Sending sending = new Sending(sender, prepared, caller, explained);
        caller.onSubscribe(sending);
        if (!sending.cancelled) {
            sender.accept(sending);
        }
    }

    static final class Sending extends MpscMailbox.Item implements Callback, Subscription {

        private static final AtomicIntegerFieldUpdater<Sending> ANSWERS =
                AtomicIntegerFieldUpdater.newUpdater(Sending.class, "answers");

        private final RecordSender sender;
        private final ProducerRecord<byte[], byte[]> record;
        private final CoreSubscriber<? super Void> caller;
        private final UnaryOperator<Throwable> explained;
        private @Nullable Exception failure;
        private volatile int answers;
        private volatile boolean cancelled;

        private Sending(
                RecordSender sender,
                ProducerRecord<byte[], byte[]> record,
                CoreSubscriber<? super Void> caller,
                UnaryOperator<Throwable> explained) {
            this.sender = sender;
            this.record = record;
            this.caller = caller;
            this.explained = explained;
        }

        ProducerRecord<byte[], byte[]> record() {
            return record;
        }

        /** There is no value to ask for. */
        @Override
        public void request(long n) {
            Operators.validate(n);
        }

        /** A record that the producer has cannot be withdrawn; its answer is ignored. */
        @Override
        public void cancel() {
            cancelled = true;
        }

        boolean isCancelled() {
            return cancelled;
        }

        /** The first answer counts: {@link ReplaceableProducer} may give two. */
        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
            if (!ANSWERS.compareAndSet(this, 0, 1)) {
                return;
            }
            failure = exception;
            sender.answered(this);
        }

        void end() {
            if (failure == null) {
                succeed();
            } else {
                fail(failure);
            }
        }

        private void succeed() {
            if (!cancelled) {
                caller.onComplete();
            }
        }

        void fail(Exception why) {
            if (!cancelled) {
                caller.onError(explained.apply(why));
            }
        }
    }
}
