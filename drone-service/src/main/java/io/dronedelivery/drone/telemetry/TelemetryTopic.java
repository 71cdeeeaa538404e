package io.dronedelivery.drone.telemetry;

import io.dronedelivery.drone.telemetry.TelemetryStatus.MemberStatus;
import io.dronedelivery.messaging.kafka.KafkaTopics;
import io.dronedelivery.messaging.kafka.TopicAdmin;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import reactor.core.publisher.Mono;

/** The topic of the telemetry and the group that archives it, as the broker reports them. Any thread may call it. */
final class TelemetryTopic implements AutoCloseable {

    private static final Duration ANSWER = Duration.ofSeconds(3);
    private static final Duration MAKING = Duration.ofSeconds(15);

    private final Admin admin;
    private final DroneTelemetryProperties settings;
    private final KafkaTopics topics;

    TelemetryTopic(DroneTelemetryProperties settings, TelemetryKafkaClients clients, KafkaTopics topics) {
        this.admin = Admin.create(clients.admin());
        this.settings = settings;
        this.topics = topics;
    }

    /**
     * Creates the topic unless it exists. Blocks until the broker answers.
     *
     * @throws KafkaException when the broker does not create the topic
     */
    void ensure() {
        try {
            topics.ensure(settings.channel()).toFuture().get(MAKING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("Kafka did not make the topic " + settings.channel() + ": " + e, e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** The members of the group; empty when the broker does not answer. */
    Mono<List<MemberStatus>> members() {
        return TopicAdmin.answer(() ->
                        admin.describeConsumerGroups(List.of(settings.group())).all())
                .map(groups -> groups.values().stream()
                        .map(ConsumerGroupDescription::members)
                        .flatMap(Collection::stream)
                        .map(TelemetryTopic::member)
                        .sorted(Comparator.comparing(MemberStatus::id))
                        .toList())
                .timeout(ANSWER)
                .onErrorReturn(List.of());
    }

    private static MemberStatus member(MemberDescription member) {
        return new MemberStatus(
                member.consumerId(),
                member.host(),
                member.assignment().topicPartitions().stream()
                        .map(TopicPartition::partition)
                        .sorted()
                        .toList());
    }

    /** The number of messages that the group has not committed; -1 when the broker does not answer. */
    Mono<Long> lag() {
        return TopicAdmin.answer(
                        () -> admin.describeTopics(List.of(settings.channel())).allTopicNames())
                .map(topics -> partitions(Objects.requireNonNull(topics.get(settings.channel()))))
                .flatMap(partitions -> Mono.zip(
                        offsets(partitions, OffsetSpec.latest()),
                        offsets(partitions, OffsetSpec.earliest()),
                        TopicAdmin.answer(() ->
                                admin.listConsumerGroupOffsets(settings.group()).partitionsToOffsetAndMetadata())))
                .map(offsets -> lag(offsets.getT1(), offsets.getT2(), offsets.getT3()))
                .timeout(ANSWER)
                .onErrorReturn(-1L);
    }

    private static List<TopicPartition> partitions(TopicDescription topic) {
        return topic.partitions().stream()
                .map(info -> new TopicPartition(topic.name(), info.partition()))
                .toList();
    }

    private Mono<Map<TopicPartition, Long>> offsets(List<TopicPartition> partitions, OffsetSpec which) {
        Map<TopicPartition, OffsetSpec> asked =
                partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> which));
        return TopicAdmin.answer(() -> admin.listOffsets(asked).all())
                .map(found -> found.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, entry -> entry.getValue().offset())));
    }

    private static long lag(
            Map<TopicPartition, Long> ends,
            Map<TopicPartition, Long> begins,
            Map<TopicPartition, OffsetAndMetadata> committed) {
        return ends.entrySet().stream()
                .mapToLong(end -> {
                    OffsetAndMetadata done = committed.get(end.getKey());
                    long from = done == null ? begins.getOrDefault(end.getKey(), 0L) : done.offset();
                    return Math.max(0, end.getValue() - from);
                })
                .sum();
    }

    @Override
    public void close() {
        admin.close(ANSWER);
    }
}
