package io.dronedelivery.messaging.deadletter.kafka;

import io.dronedelivery.messaging.deadletter.DeadLetterFilter;
import io.dronedelivery.messaging.deadletter.DeadLetterPage;
import io.dronedelivery.messaging.deadletter.DeadLetterProperties;
import io.dronedelivery.messaging.deadletter.DeadLetterQueue;
import io.dronedelivery.messaging.deadletter.DeadLetterWork;
import io.dronedelivery.messaging.deadletter.Disposal;
import io.dronedelivery.messaging.deadletter.WaitingDeadLetter;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.EventTooLargeException;
import io.dronedelivery.messaging.event.InvalidEventException;
import io.dronedelivery.messaging.kafka.RecordSender;
import io.dronedelivery.messaging.kafka.SendFailure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * The dead letters of a subscription on Kafka: a topic, and the offsets of its handled records. Any thread may call it; blocking work runs
 * on the given threads.
 *
 * @param consumerSettings of clients that read without a group
 * @param blocking a bounded number of threads that may block
 */
record KafkaDeadLetterQueue(
        EventSubscription subscription,
        HandledDeadLetters handled,
        Map<String, Object> consumerSettings,
        DeadLetterProperties properties,
        RecordSender sender,
        Scheduler blocking)
        implements DeadLetterQueue, AutoCloseable {

    /** How many keys have dead letters in work at the same time. */
    private static final int KEYS_AT_A_TIME = 16;

    @Override
    public Mono<DeadLetterPage> page(DeadLetterFilter filter, @Nullable String from, int limit, int scan) {
        return Mono.defer(() -> {
            DeadLetterPosition begin = from == null ? null : DeadLetterPosition.parse(from);
            return reading(begin, reading -> on(reading, reader -> page(reader, filter, limit, scan)));
        });
    }

    private static DeadLetterPage page(DeadLetterReader reader, DeadLetterFilter filter, int limit, int scan) {
        List<WaitingDeadLetter> letters = new ArrayList<>();
        DeadLetterPosition next = reader.place();
        int scanned = 0;
        while (letters.size() < limit && scanned < scan) {
            List<ConsumerRecord<byte[], byte[]>> records = reader.next();
            if (records.isEmpty()) {
                return new DeadLetterPage(letters, null, scanned);
            }
            for (ConsumerRecord<byte[], byte[]> record : records) {
                if (letters.size() == limit) {
                    break;
                }
                scanned++;
                next = new DeadLetterPosition(record.partition(), record.offset() + 1);
                WaitingDeadLetter letter = DeadLetterRecords.deadLetter(record);
                if (filter.fits(letter)) {
                    letters.add(letter.withoutData());
                }
            }
        }
        return new DeadLetterPage(letters, String.valueOf(next), scanned);
    }

    @Override
    public Mono<WaitingDeadLetter> find(String id) {
        return Mono.defer(() -> {
            DeadLetterPosition place = DeadLetterPosition.parse(id);
            return reading(
                    null, reading -> on(reading, reader -> reader.at(place)).map(DeadLetterRecords::deadLetter));
        });
    }

    @Override
    public Mono<Void> work(DeadLetterFilter filter, DeadLetterWork work) {
        return Mono.defer(() -> {
            List<DeadLetterPosition> places =
                    filter.ids().stream().map(DeadLetterPosition::parse).toList();
            return reading(
                    null, reading -> places.isEmpty() ? all(reading, filter, work) : each(reading, places, work));
        });
    }

    private Mono<Void> all(LazyDeadLetterReader reading, DeadLetterFilter filter, DeadLetterWork work) {
        return on(reading, reader -> {
                    handled.refresh();
                    return reader.next();
                })
                .flatMap(records -> records.isEmpty() || work.isOver()
                        ? Mono.just(false)
                        : worked(reading, records, filter, work).thenReturn(true))
                .repeat()
                .takeWhile(Boolean::booleanValue)
                .then();
    }

    private Mono<Void> each(LazyDeadLetterReader reading, List<DeadLetterPosition> places, DeadLetterWork work) {
        return Flux.fromIterable(places)
                .concatMap(place ->
                        on(reading, reader -> reader.at(place)).flatMap(record -> worked(reading, record, work)))
                .then();
    }

    /** Works on the dead letters of each key one after another. */
    private Mono<Void> worked(
            LazyDeadLetterReader reading,
            List<ConsumerRecord<byte[], byte[]>> records,
            DeadLetterFilter filter,
            DeadLetterWork work) {
        Map<String, List<ConsumerRecord<byte[], byte[]>>> byKey = new LinkedHashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            WaitingDeadLetter letter = DeadLetterRecords.deadLetter(record);
            if (filter.fits(letter)) {
                byKey.computeIfAbsent(String.valueOf(letter.key()), key -> new ArrayList<>())
                        .add(record);
            }
        }
        return Flux.fromIterable(byKey.values())
                .flatMap(
                        ofKey -> Flux.fromIterable(ofKey).concatMap(record -> worked(reading, record, work)),
                        KEYS_AT_A_TIME)
                .then();
    }

    private Mono<Void> worked(
            LazyDeadLetterReader reading, ConsumerRecord<byte[], byte[]> record, DeadLetterWork work) {
        WaitingDeadLetter letter = DeadLetterRecords.deadLetter(record);
        return Mono.defer(() -> work.isOver() ? Mono.empty() : work.decide(letter))
                .flatMap(disposal ->
                        disposed(reading, record, disposal).doOnSuccess(done -> work.done(letter, disposal)))
                .onErrorResume(failure -> {
                    work.failed(letter, failure);
                    return Mono.empty();
                });
    }

    private Mono<Void> disposed(
            LazyDeadLetterReader reading, ConsumerRecord<byte[], byte[]> record, Disposal disposal) {
        DeadLetterPosition place = new DeadLetterPosition(record.partition(), record.offset());
        if (disposal instanceof Disposal.Resend resend) {
            return whole(reading, record, resend)
                    .flatMap(message -> sent(message, resend))
                    .then(handled(reading, place, resend.note()))
                    .onErrorMap(KafkaDeadLetterQueue::isOfKafka, this::explained);
        }
        return disposal instanceof Disposal.Discard discard
                ? handled(reading, place, discard.note()).onErrorMap(KafkaDeadLetterQueue::isOfKafka, this::explained)
                : Mono.empty();
    }

    private Mono<Void> handled(LazyDeadLetterReader reading, DeadLetterPosition place, String note) {
        return on(reading, DeadLetterReader::topicId).flatMap(topic -> handled.add(topic, place, note));
    }

    private Mono<Void> sent(ConsumerRecord<byte[], byte[]> message, Disposal.Resend resend) {
        return sender.send(DeadLetterRecords.again(subscription.channel(), message, resend));
    }

    /** A dead letter that was too large has lost at least its data; the channel may still have the message. */
    private Mono<ConsumerRecord<byte[], byte[]>> whole(
            LazyDeadLetterReader reading, ConsumerRecord<byte[], byte[]> record, Disposal.Resend resend) {
        if (resend.data() != null && DeadLetterRecords.lacksKey(record, resend)) {
            return Mono.error(new InvalidEventException(
                    "Of its key only the beginning is left, because the dead letter would have been too large; mend it with the"
                            + " attribute partitionkey, too, or discard it"));
        }
        if (resend.data() != null || DeadLetterRecords.omittedBytes(record) == 0) {
            return Mono.just(record);
        }
        DeadLetterPosition origin = DeadLetterRecords.origin(record);
        Mono<ConsumerRecord<byte[], byte[]>> original = origin == null
                ? Mono.empty()
                : on(
                        reading,
                        reader -> reader.at(
                                new TopicPartition(subscription.channel(), origin.partition()), origin.offset()));
        return original.switchIfEmpty(Mono.error(() -> new InvalidEventException(
                "Its data was left out, because the dead letter would have been too large, and the channel no longer has"
                        + " the message; mend it with the data, or discard it")));
    }

    @Override
    public Mono<Long> waiting(int limit) {
        return blocking(() -> handled.waiting(handled.refresh()))
                .onErrorMap(KafkaDeadLetterQueue::isOfKafka, this::explained);
    }

    private <T> Mono<T> reading(@Nullable DeadLetterPosition from, Function<LazyDeadLetterReader, Mono<T>> use) {
        return Mono.usingWhen(
                        Mono.fromSupplier(() -> new LazyDeadLetterReader(() -> open(from))),
                        use,
                        reading -> blocking(() -> {
                            reading.close();
                            return reading;
                        }))
                .onErrorMap(KafkaDeadLetterQueue::isOfKafka, this::explained);
    }

    private DeadLetterReader open(@Nullable DeadLetterPosition from) {
        HandledDeadLetters.Extent extent = handled.refresh();
        return new DeadLetterReader(new KafkaConsumer<>(consumerSettings), handled, extent, from, properties.timeout());
    }

    private <T> Mono<T> blocking(Callable<@Nullable T> call) {
        return Mono.<T>fromCallable(call).subscribeOn(blocking);
    }

    private <T> Mono<T> on(LazyDeadLetterReader reading, Function<DeadLetterReader, @Nullable T> use) {
        return this.<T>blocking(() -> reading.with(use));
    }

    private static boolean isOfKafka(Throwable failure) {
        return failure instanceof KafkaException;
    }

    private Throwable explained(Throwable failure) {
        String what = "The dead letters of " + subscription.name() + ": " + failure.getMessage();
        return SendFailure.of(failure) == SendFailure.TOO_LARGE
                ? new EventTooLargeException(what, failure)
                : new BrokerUnavailableException(what, Objects.requireNonNull(failure));
    }

    @Override
    public void close() {
        handled.close();
    }
}
