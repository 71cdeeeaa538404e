package io.dronedelivery.messaging.kafka;

import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.retention.BrokerRetention;
import io.dronedelivery.messaging.retention.RetentionProperties;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.function.Tuple2;
import reactor.util.retry.Retry;

/**
 * Reads how long Kafka keeps the topics of this application, their dead letters, the records of handled dead letters and the groups'
 * offsets.
 */
final class TopicRetention implements BrokerRetention {

    /** A broker's setting, for which {@code TopicConfig} has no name. */
    private static final String OFFSETS = "offsets.retention.minutes";

    /** One broker may not know what another one has made. */
    private static final Retry UNTIL_KNOWN = Retry.fixedDelay(20, Duration.ofMillis(100))
            .filter(UnknownTopicOrPartitionException.class::isInstance)
            .onRetryExhaustedThrow((spec, signal) -> signal.failure());

    private final List<EventSubscription> subscriptions;
    private final List<KeptTopic> further;
    private final KafkaTopics topics;
    private final RetentionProperties needed;

    TopicRetention(
            List<EventSubscription> subscriptions,
            List<KeptTopic> further,
            KafkaTopics topics,
            RetentionProperties needed) {
        this.subscriptions = List.copyOf(subscriptions);
        this.further = List.copyOf(further);
        this.topics = topics;
        this.needed = needed;
    }

    @Override
    public Mono<List<Mismatch>> mismatches() {
        if (subscriptions.isEmpty() && further.isEmpty()) {
            return Mono.just(List.of());
        }
        return Flux.concat(
                        Flux.fromIterable(subscriptions).concatMap(this::of),
                        Flux.fromIterable(further).concatMap(topic -> events(topic.name())),
                        offsets())
                .distinct()
                .collectList();
    }

    private Flux<Mismatch> of(EventSubscription subscription) {
        String deadLetters = DeadLetterWriter.topicOf(subscription);
        return Flux.concat(
                events(subscription.channel()),
                of(deadLetters, topic -> kept(topic, needed.minDeadLetterRetention(), "min-dead-letter-retention")),
                of(deadLetters + DeadLetterWriter.HANDLED_SUFFIX, TopicRetention::compacted));
    }

    private Flux<Mismatch> events(String topic) {
        return of(topic, settings -> kept(settings, needed.minRetention(), "min-retention"));
    }

    /** @param keeping compares a topic's settings, except its replicas */
    private Flux<Mismatch> of(String topic, Consumer<BrokerSettingsComparison> keeping) {
        String entity = "topic " + topic;
        Mono<Tuple2<TopicDescription, Config>> facts = Mono.zip(
                TopicAdmin.answer(() -> topics.admin()
                        .describeTopics(List.of(topic))
                        .topicNameValues()
                        .get(topic)),
                described(ConfigResource.Type.TOPIC, topic));
        return topics.ensure(topic)
                .then(topics.creates() ? facts.retryWhen(UNTIL_KNOWN) : facts)
                .flatMapIterable(is -> {
                    BrokerSettingsComparison settings = new BrokerSettingsComparison(entity, is.getT2());
                    keeping.accept(settings);
                    replicated(settings, is.getT1());
                    return settings.found();
                })
                .onErrorResume(
                        UnknownTopicOrPartitionException.class,
                        missing -> Flux.just(Mismatch.missing(
                                entity,
                                "it does not exist, and messaging.kafka.topics.create does not let it be made")))
                .onErrorResume(
                        TopicRetention::isRefusal,
                        refusal -> Flux.just(Mismatch.unknown(entity, "each setting", refusal.toString())));
    }

    /** After this time a group that was absent forgets how far it is. */
    private Flux<Mismatch> offsets() {
        return TopicAdmin.answer(() -> topics.admin().describeCluster().nodes())
                .flatMapIterable(nodes -> nodes)
                .concatMap(this::offsets);
    }

    private Flux<Mismatch> offsets(Node broker) {
        String entity = "broker " + broker.idString();
        return described(ConfigResource.Type.BROKER, broker.idString())
                .flatMapIterable(config -> {
                    BrokerSettingsComparison settings = new BrokerSettingsComparison(entity, config);
                    settings.longEnough(OFFSETS, Duration::ofMinutes, needed.minRetention(), "min-retention");
                    return settings.found();
                })
                .onErrorResume(
                        TopicRetention::isRefusal,
                        refusal -> Flux.just(Mismatch.unknown(entity, OFFSETS, refusal.toString())));
    }

    private Mono<Config> described(ConfigResource.Type type, String name) {
        ConfigResource resource = new ConfigResource(type, name);
        return TopicAdmin.answer(
                () -> topics.admin().describeConfigs(List.of(resource)).values().get(resource));
    }

    /** The broker does not let this application ask, or does not support the question. */
    private static boolean isRefusal(Throwable failure) {
        return failure instanceof ApiException && !(failure instanceof RetriableException);
    }

    private static void kept(BrokerSettingsComparison topic, Duration retention, String ours) {
        topic.longEnough(TopicConfig.RETENTION_MS_CONFIG, Duration::ofMillis, retention, ours);
        topic.equal(TopicConfig.RETENTION_BYTES_CONFIG, "-1", "events would be deleted before their time");
        topic.equal(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_DELETE,
                "events of a key would be deleted because of later ones");
        topic.equal(
                TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                KafkaTopics.BROKERS_TIME,
                "events of a publisher whose clock is behind would be deleted before their time");
    }

    /**
     * Only {@code compact} is right, not even {@code compact,delete}: the record that a dead letter was handled must last as long as the
     * dead letter.
     */
    private static void compacted(BrokerSettingsComparison topic) {
        topic.equal(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_COMPACT,
                "dead letters that were sent again or discarded would wait again");
    }

    private void replicated(BrokerSettingsComparison settings, TopicDescription topic) {
        int replicas = topic.partitions().stream()
                .mapToInt(partition -> partition.replicas().size())
                .min()
                .orElse(0);
        settings.atLeast("the replication factor", replicas, needed.minReplicas(), "min-replicas");
        settings.atLeast(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, needed.minInsyncReplicas(), "min-insync-replicas");
        settings.equal(
                TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG,
                "false",
                "a broker without the latest events could become the leader");
    }
}
