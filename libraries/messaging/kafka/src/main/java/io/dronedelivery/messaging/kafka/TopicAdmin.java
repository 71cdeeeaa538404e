package io.dronedelivery.messaging.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Calls Kafka's administration without blocking. */
public final class TopicAdmin {

    private static final Duration FIRST_WAIT = Duration.ofMillis(50);
    private static final int ATTEMPTS = 10;

    private TopicAdmin() {}

    /**
     * Creates the topics that do not exist, and waits until each partition can be written to. A broker confirms a topic before the leaders
     * of its partitions know about it. An idempotent producer that begins in between may have its first batch refused and its second one
     * accepted. Then the partition accepts none of its batches until their delivery timeout (KAFKA-15591).
     *
     * <p>When all of them exist, it needs no permission to create topics.
     *
     * @param admin is not closed here
     * @return the topics as they are, by name; fails with Kafka's own exceptions
     */
    public static Mono<Map<String, TopicDescription>> make(Admin admin, Collection<NewTopic> topics) {
        List<String> names = topics.stream().map(NewTopic::name).toList();
        return described(admin, names)
                .onErrorResume(UnknownTopicOrPartitionException.class, missing -> made(admin, topics, names))
                .flatMap(found ->
                        answer(() -> admin.listOffsets(partitions(found)).all()).thenReturn(found));
    }

    private static Mono<Map<String, TopicDescription>> described(Admin admin, List<String> names) {
        return answer(() -> admin.describeTopics(names).allTopicNames());
    }

    /** The brokers learn of a new topic one after another. */
    private static Mono<Map<String, TopicDescription>> made(
            Admin admin, Collection<NewTopic> topics, List<String> names) {
        return answer(() -> admin.createTopics(topics).all())
                .onErrorResume(TopicExistsException.class, exists -> Mono.empty())
                .then(described(admin, names)
                        .retryWhen(Retry.backoff(ATTEMPTS, FIRST_WAIT)
                                .filter(UnknownTopicOrPartitionException.class::isInstance)));
    }

    /** Each partition's leader is asked for its end, until it answers as the leader. */
    private static Map<TopicPartition, OffsetSpec> partitions(Map<String, TopicDescription> topics) {
        return topics.values().stream()
                .flatMap(topic -> IntStream.range(0, topic.partitions().size())
                        .mapToObj(number -> new TopicPartition(topic.name(), number)))
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
    }

    /** The answer of Kafka's client; fails with Kafka's exception itself. */
    public static <T> Mono<T> answer(Supplier<KafkaFuture<T>> call) {
        return Mono.fromCompletionStage(() -> call.get().toCompletionStage())
                .onErrorMap(
                        CompletionException.class,
                        wrapped -> wrapped.getCause() == null ? wrapped : wrapped.getCause());
    }
}
