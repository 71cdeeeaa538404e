package io.dronedelivery.messaging.kafka;

import io.dronedelivery.messaging.event.BrokerUnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Creates topics that are needed and do not exist. */
public final class KafkaTopics implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(KafkaTopics.class);
    /** The broker's clock decides how old an event is. That of a publisher may be wrong. */
    static final String BROKERS_TIME = "LogAppendTime";

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9._-]{1,249}");
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final KafkaProperties.Topics settings;
    private final Admin admin;
    private final Set<String> present = ConcurrentHashMap.newKeySet();
    private final Map<String, Mono<Void>> underWay = new ConcurrentHashMap<>();

    /** @param clients connects to the broker at once, in the background */
    public KafkaTopics(KafkaProperties.Topics settings, ClientSettings clients) {
        this.settings = settings;
        this.admin = Admin.create(clients.admin());
    }

    boolean creates() {
        return settings.create();
    }

    boolean present(String topic) {
        return present.contains(topic);
    }

    /**
     * Creates a topic if it does not exist.
     *
     * @return fails with {@link BrokerUnavailableException} when a retry may help, with {@link IllegalArgumentException} when the name is
     *     invalid
     */
    public Mono<Void> ensure(String topic) {
        return Mono.defer(() -> {
            if (!NAME.matcher(topic).matches()) {
                return Mono.error(new IllegalArgumentException("No topic of Kafka can be named '" + topic + "'"));
            }
            if (!settings.create() || present.contains(topic)) {
                present.add(topic);
                return Mono.empty();
            }
            return underWay.computeIfAbsent(topic, this::made);
        });
    }

    /** Creates a topic like {@link #ensure(String)}, but asks the broker even for a known topic, which may have been deleted. */
    public Mono<Void> ensureStill(String topic) {
        return Mono.defer(() -> {
            present.remove(topic);
            return ensure(topic);
        });
    }

    /** Concurrent callers share one request to the broker, because a busy application starts with many events. */
    private Mono<Void> made(String topic) {
        return missing(topic)
                .filter(Boolean::booleanValue)
                .flatMap(yes -> create(topic))
                .timeout(TIMEOUT)
                .onErrorMap(failure -> new BrokerUnavailableException(
                        "Kafka did not make the topic " + topic + ": " + failure, failure))
                .then(Mono.<Void>fromRunnable(() -> present.add(topic)))
                .doOnTerminate(() -> underWay.remove(topic))
                .cache();
    }

    /** Creates the missing ones of these topics, in any order. */
    public Mono<Void> ensure(Iterable<String> topics) {
        return Flux.fromIterable(topics).flatMap(this::ensure).then();
    }

    private Mono<Boolean> missing(String topic) {
        return TopicAdmin.answer(() -> admin.listTopics().names()).map(names -> !names.contains(topic));
    }

    private Mono<Boolean> create(String topic) {
        Optional<Short> replicas =
                settings.replicationFactor() < 0 ? Optional.empty() : Optional.of(settings.replicationFactor());
        int partitions = isOfHandled(topic) ? 1 : settings.partitions();
        NewTopic wanted = new NewTopic(topic, Optional.of(partitions), replicas).configs(properties(topic));
        return TopicAdmin.make(admin, List.of(wanted))
                .doOnNext(made -> log.info("Made the topic {} with {} partitions", topic, partitions))
                .thenReturn(true);
    }

    private static boolean isOfHandled(String topic) {
        return topic.endsWith(DeadLetterWriter.SUFFIX + DeadLetterWriter.HANDLED_SUFFIX);
    }

    /** Set explicitly, because a broker's defaults are too weak: a retention of a week, and one replica that has the event. */
    private Map<String, String> properties(String topic) {
        Map<String, String> properties = new HashMap<>();
        if (isOfHandled(topic)) {
            properties.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
        } else {
            Duration retention =
                    topic.endsWith(DeadLetterWriter.SUFFIX) ? settings.deadLetterRetention() : settings.retention();
            properties.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
            properties.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(retention.toMillis()));
            properties.put(TopicConfig.RETENTION_BYTES_CONFIG, "-1");
            properties.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, BROKERS_TIME);
        }
        if (settings.replicationFactor() > 2) {
            properties.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(settings.replicationFactor() - 1));
        }
        return properties;
    }

    /** The client for all topics; callers must not close it. */
    public Admin admin() {
        return admin;
    }

    @Override
    public void close() {
        admin.close(TIMEOUT);
    }
}
