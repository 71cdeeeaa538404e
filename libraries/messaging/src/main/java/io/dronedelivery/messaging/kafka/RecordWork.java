package io.dronedelivery.messaging.kafka;

import io.dronedelivery.messaging.event.DependencyUnavailableException;
import io.dronedelivery.messaging.event.EventProcessor;
import io.dronedelivery.messaging.event.Outcome;
import io.dronedelivery.messaging.event.RetryProperties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Does what is needed to settle a record: calls the handler until the event is done, or writes the dead letter. Any thread may call it. */
final class RecordWork {

    private static final Logger log = LoggerFactory.getLogger(RecordWork.class);

    private final String name;
    private final EventProcessor processor;
    private final DeadLetters deadLetters;
    private final RetryProperties retry;

    /** @param name of the subscription, for the log */
    RecordWork(String name, EventProcessor processor, DeadLetters deadLetters, RetryProperties retry) {
        this.name = name;
        this.processor = processor;
        this.deadLetters = deadLetters;
        this.retry = retry;
    }

    /**
     * Does the work, and reports to {@code work} when it has ended.
     *
     * @return completes whether or not the record is settled. What cannot be settled now is tried again in its place: on Kafka a
     *     record that is given back would come after its successors. It is no longer tried once the member takes nothing more
     */
    Mono<Void> on(ConsumerRecord<byte[], byte[]> record, GroupProgress.Work work) {
        AtomicBoolean done = new AtomicBoolean();
        return Mono.defer(() -> work.mayBegin() ? settled(record, work, done) : Mono.empty())
                .takeUntilOther(work.givenUp())
                .onErrorResume(failure -> {
                    log.info("{}: {} is left to the next member", name, where(record));
                    return Mono.empty();
                })
                // Before the key's next record asks whether it may begin.
                .doOnTerminate(() -> work.ended(done.get()))
                .doOnCancel(() -> work.ended(done.get()));
    }

    private Mono<Void> settled(ConsumerRecord<byte[], byte[]> record, GroupProgress.Work work, AtomicBoolean done) {
        AtomicInteger tries = new AtomicInteger();
        return Mono.defer(() -> tries.getAndIncrement() == 0 || work.mayRepeat()
                        ? processor.process(() -> KafkaEvents.toEvent(record))
                        : Mono.error(new LeftUndone()))
                .flatMap(outcome -> settle(record, work, outcome))
                .doOnSuccess(settled -> done.set(true))
                .retryWhen(inItsPlace(record, work));
    }

    private Mono<Void> settle(ConsumerRecord<byte[], byte[]> record, GroupProgress.Work work, Outcome outcome) {
        if (outcome instanceof Outcome.DeadLetter letter) {
            return deadLetters.add(record, letter).retryWhen(inItsPlace(record, work));
        }
        return outcome instanceof Outcome.TryAgain again
                ? Mono.error(new DependencyUnavailableException(
                        String.valueOf(again.cause().getMessage()), again.cause()))
                : Mono.empty();
    }

    private Retry inItsPlace(ConsumerRecord<byte[], byte[]> record, GroupProgress.Work work) {
        return Retry.backoff(Long.MAX_VALUE, retry.firstBackoff())
                .maxBackoff(retry.maxBackoff())
                .filter(failure -> !(failure instanceof LeftUndone) && work.mayRepeat())
                .doBeforeRetry(signal -> log.warn(
                        "{}: {} is not settled and stays in its place: {}",
                        name,
                        where(record),
                        signal.failure().getMessage()));
    }

    private static final class LeftUndone extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static String where(ConsumerRecord<?, ?> record) {
        return record.topic() + "-" + record.partition() + "@" + record.offset();
    }
}
