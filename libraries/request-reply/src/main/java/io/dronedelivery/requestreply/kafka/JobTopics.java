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
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * What the broker is asked about the topics, over one client that is made for the first question and kept until the end. May be asked
 * by any thread.
 */
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
     * Creates the topics that are missing.
     *
     * @return how many partitions the topic of replies has
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

    /** How many partitions the topic of replies has now. */
    Mono<Integer> replyPartitions() {
        return ask(admin -> partitions(admin, settings.replies()).map(List::size));
    }

    /** How many jobs are not done yet: those behind the group's offsets. */
    Mono<Long> depth() {
        return ask(admin -> TopicAdmin.answer(
                        () -> admin.listConsumerGroupOffsets(settings.group()).partitionsToOffsetAndMetadata())
                .flatMap(committed -> TopicAdmin.answer(() -> admin.listOffsets(committed.keySet().stream()
                                        .collect(Collectors.toMap(Function.identity(), any -> OffsetSpec.latest())))
                                .all())
                        .map(ends -> ends.entrySet().stream()
                                .mapToLong(end -> end.getValue().offset() - offset(committed, end.getKey()))
                                .sum())));
    }

    private static long offset(Map<TopicPartition, OffsetAndMetadata> committed, TopicPartition partition) {
        OffsetAndMetadata offset = committed.get(partition);
        return offset == null ? 0 : offset.offset();
    }

    private static Mono<List<TopicPartition>> partitions(Admin admin, String topic) {
        return TopicAdmin.answer(() -> admin.describeTopics(List.of(topic)).allTopicNames())
                .map(found -> Objects.requireNonNull(found.get(topic)).partitions().stream()
                        .map(partition -> new TopicPartition(topic, partition.partition()))
                        .toList());
    }

    private <T> Mono<T> ask(Function<Admin, Mono<T>> question) {
        return Mono.defer(() -> question.apply(admin()))
                .subscribeOn(Schedulers.boundedElastic())
                .timeout(TIMEOUT);
    }

    /** Making it reads files and looks up names, so it blocks. */
    private synchronized Admin admin() {
        if (closed) {
            throw new IllegalStateException("The queue is closed");
        }
        if (admin == null) {
            admin = make.get();
        }
        return admin;
    }

    /** Answers nothing more. */
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
