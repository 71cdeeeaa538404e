package io.dronedelivery.messaging.kafka;

import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.event.EventProcessor;
import io.dronedelivery.messaging.event.HandlerCall;
import io.dronedelivery.messaging.event.Outcome;
import io.dronedelivery.messaging.event.ReceivedEvent;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.messaging.event.RetryState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Settles a record: has the event handled, or writes the dead letter. Any thread may call it.
 *
 * @param name of the subscription, for the log
 */
record RecordWork(String name, EventProcessor processor, DeadLetterWriter deadLetters, RetryProperties retry) {

    private static final Logger log = LoggerFactory.getLogger(RecordWork.class);

    /** Work that does no step for this time is taken for lost: the longest call, and the pause after it. */
    Duration longestStep() {
        return retry.callTimeout().plus(retry.maxBackoff().multipliedBy(2));
    }

    List<EventProcessor.PausedType> paused() {
        return processor.paused();
    }

    /**
     * Does the work, and notifies {@code work} of its end.
     *
     * @param slots of which one is taken for each call of the handler
     * @return completes whether or not the record is settled. Work that cannot be settled now is retried in its place: on Kafka a returned
     *     record would come after its successors. The retries end when the member takes no more records
     */
    Mono<Void> on(ConsumerRecord<byte[], byte[]> record, GroupProgress.Work work, WorkSlots slots) {
        AtomicBoolean done = new AtomicBoolean();
        return HandlerCall.around(() -> work.mayBegin()
                        ? Mono.firstWithSignal(settled(record, work, slots, done), work.stalled())
                        : Mono.<Void>empty())
                // Without this retry one internal defect would end the work on the partition, and no other member would
                // take it over.
                .retryWhen(inItsPlace(
                        work,
                        failure -> log.error("{}: {} is not done and is tried again", name, where(record), failure)))
                .takeUntilOther(work.givenUp())
                .onErrorResume(failure -> {
                    log.info("{}: {} is left to the next member", name, where(record));
                    return Mono.empty();
                })
                // Runs before the key's next record asks whether it may begin.
                .doOnTerminate(() -> work.ended(done.get()))
                .doOnCancel(() -> work.ended(done.get()));
    }

    private Mono<Void> settled(
            ConsumerRecord<byte[], byte[]> record, GroupProgress.Work work, WorkSlots slots, AtomicBoolean done) {
        return processor
                .process(new ReceivedRecord(record, work, slots))
                .flatMap(outcome -> settle(record, work, outcome))
                .doOnSuccess(settled -> done.set(true));
    }

    private Mono<Void> settle(ConsumerRecord<byte[], byte[]> record, GroupProgress.Work work, Outcome outcome) {
        if (outcome instanceof Outcome.DeadLetter letter) {
            return deadLetters
                    .add(record, letter)
                    .retryWhen(inItsPlace(
                            work,
                            failure -> log.warn(
                                    "{}: the dead letter of {} is not written yet: {}",
                                    name,
                                    where(record),
                                    failure.getMessage())));
        }
        return outcome instanceof Outcome.Unfinished unfinished ? Mono.error(unfinished.cause()) : Mono.empty();
    }

    private Retry inItsPlace(GroupProgress.Work work, Consumer<Throwable> onFailure) {
        return retry.withoutEnd()
                .filter(failure -> work.mayRepeat())
                .doBeforeRetry(signal -> onFailure.accept(signal.failure()));
    }

    private static String where(ConsumerRecord<?, ?> record) {
        return record.topic() + "-" + record.partition() + "@" + record.offset();
    }

    /** Kafka does not count deliveries. The retry state of an event is kept with the offset that it holds back. */
    private record ReceivedRecord(ConsumerRecord<byte[], byte[]> record, GroupProgress.Work work, WorkSlots slots)
            implements ReceivedEvent {

        @Override
        public CloudEvent read() {
            return KafkaEvents.toEvent(record);
        }

        @Override
        public boolean mayStay() {
            return work.mayRepeat();
        }

        /** The member may have lost the partition while the event waited for a slot. */
        @Override
        public Mono<Outcome> inTurn(Mono<Outcome> call) {
            work.waits();
            return slots.inSlot(Mono.defer(() -> work.mayBegin()
                    ? call
                    : Mono.just(new Outcome.Unfinished(new IllegalStateException("The partition is given up")))));
        }

        @Override
        public RetryState retryState() {
            return work.retryState();
        }

        @Override
        public void retryStateChanged(RetryState retryState) {
            work.retryStateChanged(retryState);
        }
    }
}
