package io.dronedelivery.messaging.kafka;

import io.dronedelivery.messaging.event.ConsumerState;
import io.dronedelivery.messaging.event.EventSubscription;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.kafka.receiver.KafkaReceiver;
import reactor.kafka.receiver.ReceiverOptions;
import reactor.kafka.receiver.internals.ConsumerFactory;
import reactor.util.retry.Retry;

/**
 * This application's member of one subscription's group. Records of a key are handled one after another, and different keys at the same
 * time. Offsets are committed when all earlier records are done.
 *
 * <p>Any thread may call all methods. {@link #start} is called once.
 */
final class GroupMember {

    private static final Logger log = LoggerFactory.getLogger(GroupMember.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    /** The number of checks within the watchdog's time. */
    private static final int CHECKS = 4;

    private final EventSubscription subscription;
    private final KafkaProperties.KafkaConsumerSettings settings;
    private final Map<String, Object> client;
    private final KafkaTopics topics;
    private final RecordWork work;
    private final MemberConsumer.Maker consumers;
    private final MemberMeters meters;
    private final Counter restarts;
    private final Disposable.Swap running = Disposables.swap();
    private volatile @Nullable Membership membership;
    private volatile @Nullable Throwable failure;
    private volatile boolean disabled;

    GroupMember(
            EventSubscription subscription,
            KafkaProperties.KafkaConsumerSettings settings,
            ClientSettings clients,
            KafkaTopics topics,
            RecordWork work,
            MemberConsumer.Maker consumers,
            MeterRegistry meters) {
        this.subscription = subscription;
        this.settings = settings;
        this.client = clients.consumer(subscription.name(), subscription.group());
        this.topics = topics;
        this.work = work;
        this.consumers = consumers;
        this.meters = new MemberMeters(subscription, this::progress, meters);
        this.restarts = Counter.builder("messaging.kafka.restarts")
                .description("Consumers that no longer polled, or failed, and were replaced")
                .tag("messaging.destination.name", subscription.channel())
                .tag("messaging.consumer.group.name", subscription.group())
                .register(meters);
    }

    private @Nullable GroupProgress progress() {
        Membership current = membership;
        return current == null ? null : current.progress;
    }

    ConsumerState state() {
        return new ConsumerState(subscription.name(), trouble(), work.paused());
    }

    private @Nullable String trouble() {
        Throwable last = failure;
        Membership current = membership;
        if (last != null) {
            return "not consuming: " + last;
        }
        if (current == null) {
            return "not consuming yet";
        }
        return current.stall();
    }

    /** Joins the group. It tries until it succeeds, and joins again when a failure ends the membership. */
    void start() {
        running.update(topics.ensure(List.of(subscription.channel(), DeadLetterWriter.topicOf(subscription)))
                .then(Mono.defer(this::member))
                .retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST_PAUSE)
                        .maxBackoff(LONGEST_PAUSE)
                        .filter(failure -> !disabled)
                        .doBeforeRetry(this::failed))
                .subscribe(nothing -> {}, end -> log.info("{}: no longer consuming", subscription.name(), end)));
    }

    private void failed(Retry.RetrySignal signal) {
        failure = signal.failure();
        restarts.increment();
        log.error("{}: not consuming; starts again in a moment", subscription.name(), signal.failure());
    }

    private Mono<Void> member() {
        failure = null;
        Membership current = new Membership();
        membership = current;
        return current.records();
    }

    /** Begins no further records. The work that has begun continues. */
    void disable() {
        disabled = true;
        Membership current = membership;
        if (current != null) {
            current.progress.close();
        }
    }

    /** Completes when all begun work has ended and is committed. */
    Mono<Void> drained() {
        Membership current = membership;
        return current == null ? Mono.empty() : current.drained();
    }

    /** Leaves the group. Running work is cancelled; its records are delivered to other members. */
    Mono<Void> leave() {
        return Mono.defer(() -> {
            disable();
            Membership current = membership;
            Mono<Void> left = current == null ? Mono.empty() : current.left();
            running.dispose();
            return left.doOnTerminate(meters::close).doOnCancel(meters::close);
        });
    }

    private final class Membership {

        private final GroupProgress progress = new GroupProgress(settings.maxInFlight(), settings.maxUncommitted());
        private final KeySequencer sequencer = new KeySequencer();
        private final WorkSlots slots = new WorkSlots(settings.maxInFlight(), Schedulers.parallel());
        private volatile @Nullable MemberConsumer consumer;

        Mono<Void> records() {
            if (disabled) {
                progress.close();
            }
            Mono<Void> handled = KafkaReceiver.create(new Consumers(), options())
                    .receive(1)
                    // No limit here, which would apply to all partitions together: MemberConsumer pauses a full
                    // partition.
                    .doOnNext(this::handle)
                    .then()
                    .doFinally(end -> progress.giveUp());
            // takeUntilOther would not cancel the receiver, which would continue beside its replacement.
            return Mono.firstWithSignal(handled, stalled());
        }

        /** Fails when the polling thread has ended or hangs, or when records wait and nothing is done with any. */
        private Mono<Void> stalled() {
            return Flux.interval(settings.watchdog().dividedBy(CHECKS))
                    .onBackpressureDrop()
                    .doOnNext(tick -> progress.failStalled(longestStep()))
                    .mapNotNull(tick -> stall())
                    .next()
                    .flatMap(stall ->
                            Mono.<Void>error(new IllegalStateException("The consumer " + stall + " and is replaced")));
        }

        @Nullable
        String stall() {
            Duration silence = sinceLastPoll();
            if (silence.compareTo(settings.watchdog()) > 0) {
                return "has not polled for " + silence;
            }
            Duration idle = progress.withoutProgress();
            return idle.compareTo(longestStep().multipliedBy(2)) > 0 ? "has done nothing for " + idle : null;
        }

        private Duration longestStep() {
            return work.longestStep().plus(settings.watchdog());
        }

        Duration sinceLastPoll() {
            MemberConsumer current = consumer;
            return current == null ? Duration.ZERO : current.sinceLastPoll();
        }

        private ReceiverOptions<byte[], byte[]> options() {
            return ReceiverOptions.<byte[], byte[]>create(client)
                    .subscription(List.of(subscription.channel()))
                    // MemberConsumer commits, and waits before partitions are given up.
                    .commitInterval(Duration.ZERO)
                    .commitBatchSize(0)
                    .maxDelayRebalance(Duration.ZERO)
                    .closeTimeout(settings.closeTimeout())
                    .schedulerSupplier(Schedulers::parallel);
        }

        /** Work notifies the progress of its end; the progress notifies work of the end of the membership. */
        private void handle(ConsumerRecord<byte[], byte[]> record) {
            GroupProgress.Work taken = progress.take(record);
            if (taken != null) {
                sequencer
                        .inTurn(SequenceKey.of(record), work.on(record, taken, slots))
                        .subscribe(
                                nothing -> {},
                                failure -> log.error("{}: a record was not handled", subscription.name(), failure));
            }
        }

        Mono<Void> drained() {
            MemberConsumer current = consumer;
            return current == null
                    ? progress.quiet()
                    : Mono.defer(progress::quiet).then(current.committed());
        }

        Mono<Void> left() {
            progress.giveUp();
            MemberConsumer current = consumer;
            return current == null
                    ? Mono.empty()
                    : current.closed().timeout(settings.closeTimeout().multipliedBy(2));
        }

        /** Makes the consumer of this membership for the receiver. */
        private final class Consumers extends ConsumerFactory {

            @Override
            @SuppressWarnings("unchecked")
            public <K, V> Consumer<K, V> createConsumer(ReceiverOptions<K, V> options) {
                MemberConsumer made =
                        consumers.make(options.consumerProperties(), subscription.name(), settings, progress);
                consumer = made;
                meters.of(made);
                return (Consumer<K, V>) (Consumer<?, ?>) made;
            }
        }
    }

    /** Records with an equal key are handled in order. The records of a partition without a key share one. */
    private record SequenceKey(int partition, @Nullable ByteBuffer key) {

        static SequenceKey of(ConsumerRecord<byte[], byte[]> record) {
            byte @Nullable [] key = record.key();
            return new SequenceKey(record.partition(), key == null ? null : ByteBuffer.wrap(key));
        }
    }
}
