package io.dronedelivery.requestreply.kafka;

import io.dronedelivery.messaging.kafka.TopicAdmin;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Queries the broker about the topics, over one client that is made at the first query and kept until the end. Any thread may call it. */
final class JobTopics {

    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);

    private final KafkaJobSettings settings;
    private final Supplier<Admin> make;
    private @Nullable Admin admin;
    private boolean closed;

    /** @param make connects in the background */
    JobTopics(KafkaJobSettings settings, Supplier<Admin> make) {
        this.settings = settings;
        this.make = make;
    }

    /**
     * Creates missing topics.
     *
     * @return how many partitions the reply topic has
     */
    Mono<Integer> ensure() {
        return ask(admin -> {
            Set<NewTopic> topics = Stream.of(settings.requests(), settings.replies())
                    .map(name -> new NewTopic(name, Optional.of(settings.partitions()), replication()))
                    .collect(Collectors.toSet());
            return TopicAdmin.make(admin, topics)
                    .map(made -> Objects.requireNonNull(made.get(settings.replies()))
                            .partitions()
                            .size());
        });
    }

    private Optional<Short> replication() {
        return settings.replicationFactor() < 0 ? Optional.empty() : Optional.of(settings.replicationFactor());
    }

    Mono<Integer> replyPartitions() {
        return ask(admin -> partitions(admin, settings.replies()).map(List::size));
    }

    /** How many jobs are unfinished: those behind the group's offsets, and all of a partition without an offset. */
    Mono<Long> depth() {
        return ask(admin -> partitions(admin, settings.requests())
                .flatMap(all -> Mono.zip(
                        TopicAdmin.answer(() ->
                                admin.listConsumerGroupOffsets(settings.group()).partitionsToOffsetAndMetadata()),
                        offsets(admin, all, OffsetSpec.earliest()),
                        offsets(admin, all, OffsetSpec.latest())))
                .map(known -> waiting(known.getT1(), known.getT2(), known.getT3())));
    }

    private static Mono<List<TopicPartition>> partitions(Admin admin, String topic) {
        return TopicAdmin.answer(() -> admin.describeTopics(List.of(topic)).allTopicNames())
                .map(found -> Objects.requireNonNull(found.get(topic)).partitions().stream()
                        .map(partition -> new TopicPartition(topic, partition.partition()))
                        .toList());
    }

    private static Mono<Map<TopicPartition, ListOffsetsResultInfo>> offsets(
            Admin admin, List<TopicPartition> partitions, OffsetSpec which) {
        return TopicAdmin.answer(() -> admin.listOffsets(
                        partitions.stream().collect(Collectors.toMap(Function.identity(), any -> which)))
                .all());
    }

    /** The beginnings count too, because the topic deletes old records, finished or not. */
    private static long waiting(
            Map<TopicPartition, OffsetAndMetadata> committed,
            Map<TopicPartition, ListOffsetsResultInfo> begins,
            Map<TopicPartition, ListOffsetsResultInfo> ends) {
        long waiting = 0;
        for (Map.Entry<TopicPartition, ListOffsetsResultInfo> end : ends.entrySet()) {
            OffsetAndMetadata done = committed.get(end.getKey());
            long begin = Objects.requireNonNull(begins.get(end.getKey())).offset();
            long from = done == null ? begin : Math.max(begin, done.offset());
            // Jobs that were done since the ends were read may be committed already.
            waiting += Math.max(0, end.getValue().offset() - from);
        }
        return waiting;
    }

    private <T> Mono<T> ask(Function<Admin, Mono<T>> question) {
        return Mono.defer(() -> question.apply(admin()))
                .subscribeOn(Schedulers.boundedElastic())
                .timeout(TIMEOUT);
    }

    /** Making the client reads files and looks up names, so it blocks. */
    private synchronized Admin admin() {
        if (closed) {
            throw new IllegalStateException("The queue is closed");
        }
        if (admin == null) {
            admin = make.get();
        }
        return admin;
    }

    /** Closes the client; further queries fail. */
    Mono<Void> close() {
        return Mono.<Void>fromRunnable(this::closeAdmin).subscribeOn(Schedulers.boundedElastic());
    }

    private void closeAdmin() {
        Admin closing;
        synchronized (this) {
            closed = true;
            closing = admin;
            admin = null;
        }
        if (closing != null) {
            closing.close(CLOSE_TIMEOUT);
        }
    }
}
