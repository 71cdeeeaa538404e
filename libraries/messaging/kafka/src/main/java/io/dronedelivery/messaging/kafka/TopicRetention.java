package io.dronedelivery.messaging.kafka;

import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.retention.BrokerRetention;
import io.dronedelivery.messaging.retention.RetentionProperties;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Reads how long Kafka keeps the topics of this application's subscriptions, their dead letters and the records of handled dead letters.
 */
final class TopicRetention implements BrokerRetention {

    private static final String OURS = "messaging.promise.";
    private static final long UNLIMITED = -1;

    private final List<EventSubscription> subscriptions;
    private final KafkaTopics topics;
    private final RetentionProperties needed;

    TopicRetention(List<EventSubscription> subscriptions, KafkaTopics topics, RetentionProperties needed) {
        this.subscriptions = List.copyOf(subscriptions);
        this.topics = topics;
        this.needed = needed;
    }

    @Override
    public Mono<List<Mismatch>> mismatches() {
        return Flux.fromIterable(subscriptions)
                .concatMap(subscription -> Flux.concat(
                        of(
                                subscription.channel(),
                                (entity, config) -> kept(entity, config, needed.minRetention(), "min-retention")),
                        of(
                                DeadLetterWriter.topicOf(subscription),
                                (entity, config) -> kept(
                                        entity, config, needed.minDeadLetterRetention(), "min-dead-letter-retention")),
                        of(
                                DeadLetterWriter.topicOf(subscription) + DeadLetterWriter.HANDLED_SUFFIX,
                                TopicRetention::compacted)))
                .distinct()
                .collectList();
    }

    /** Finds mismatches of a topic's settings, except its replicas. */
    private interface Keeping {

        List<Mismatch> compared(String entity, Config config);
    }

    private Flux<Mismatch> of(String topic, Keeping keeping) {
        Admin admin = topics.admin();
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        String entity = "topic " + topic;
        return topics.ensure(topic)
                .then(Mono.zip(
                        TopicAdmin.answer(() -> admin.describeTopics(List.of(topic))
                                .topicNameValues()
                                .get(topic)),
                        TopicAdmin.answer(() -> admin.describeConfigs(List.of(resource))
                                .values()
                                .get(resource))))
                .flatMapIterable(facts -> {
                    List<Mismatch> found = new ArrayList<>(keeping.compared(entity, facts.getT2()));
                    found.addAll(replicated(entity, facts.getT1(), facts.getT2()));
                    return found;
                })
                .onErrorResume(
                        UnknownTopicOrPartitionException.class,
                        missing -> Flux.just(new Mismatch(
                                entity,
                                "it does not exist, and messaging.kafka.topics.create does not let it be made")));
    }

    private static List<Mismatch> kept(String entity, Config config, Duration retention, String ours) {
        List<Mismatch> found = new ArrayList<>();
        long millis = number(config, TopicConfig.RETENTION_MS_CONFIG);
        if (millis != UNLIMITED && millis < retention.toMillis()) {
            found.add(Mismatch.tooShort(
                    entity, TopicConfig.RETENTION_MS_CONFIG, Duration.ofMillis(millis), retention, OURS + ours));
        }
        long bytes = number(config, TopicConfig.RETENTION_BYTES_CONFIG);
        if (bytes != UNLIMITED) {
            found.add(new Mismatch(
                    entity,
                    "%s is %d, needed is -1: events would be deleted before their time"
                            .formatted(TopicConfig.RETENTION_BYTES_CONFIG, bytes)));
        }
        found.addAll(cleanedUp(
                entity,
                config,
                TopicConfig.CLEANUP_POLICY_DELETE,
                "events of a key would be deleted because of later ones"));
        return found;
    }

    /**
     * Only {@code compact} is right, not even {@code compact,delete}: the record that a dead letter was handled must last as long as the
     * dead letter.
     */
    private static List<Mismatch> compacted(String entity, Config config) {
        return cleanedUp(
                entity,
                config,
                TopicConfig.CLEANUP_POLICY_COMPACT,
                "dead letters that were sent again or discarded would wait again");
    }

    private static List<Mismatch> cleanedUp(String entity, Config config, String policy, String otherwise) {
        String is = config.get(TopicConfig.CLEANUP_POLICY_CONFIG).value();
        return policy.equals(is)
                ? List.of()
                : List.of(new Mismatch(
                        entity,
                        "%s is %s, needed is %s: %s"
                                .formatted(TopicConfig.CLEANUP_POLICY_CONFIG, is, policy, otherwise)));
    }

    private List<Mismatch> replicated(String entity, TopicDescription topic, Config config) {
        List<Mismatch> found = new ArrayList<>();
        int replicas = topic.partitions().stream()
                .mapToInt(partition -> partition.replicas().size())
                .min()
                .orElse(0);
        if (replicas < needed.minReplicas()) {
            found.add(Mismatch.tooLow(
                    entity, "the replication factor", replicas, needed.minReplicas(), OURS + "min-replicas"));
        }
        long insync = number(config, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
        if (insync < needed.minInsyncReplicas()) {
            found.add(Mismatch.tooLow(
                    entity,
                    TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
                    insync,
                    needed.minInsyncReplicas(),
                    OURS + "min-insync-replicas"));
        }
        return found;
    }

    private static long number(Config config, String name) {
        return Long.parseLong(Objects.requireNonNull(config.get(name).value(), name));
    }
}
