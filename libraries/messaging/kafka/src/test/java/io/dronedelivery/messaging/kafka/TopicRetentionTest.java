package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.dronedelivery.localkafka.LocalKafka;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.retention.BrokerRetention;
import io.dronedelivery.messaging.retention.BrokerRetention.Mismatch;
import io.dronedelivery.messaging.testkit.PatientPublisher;
import io.dronedelivery.messaging.testkit.RawKafka;
import io.dronedelivery.messaging.testkit.SharedKafka;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.apache.kafka.server.authorizer.Action;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.apache.kafka.server.authorizer.AuthorizationResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

class TopicRetentionTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(45);

    @RegisterExtension
    static final SharedKafka KAFKA = new SharedKafka();

    private static ApplicationContextRunner of(String channel, String... settings) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class))
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(EventSubscription.class, () -> EventSubscription.of(channel, "keepers"))
                .withPropertyValues(
                        "messaging.broker=kafka", "messaging.kafka.bootstrap-servers=" + KAFKA.bootstrapServers())
                .withPropertyValues(settings);
    }

    private static List<String> mismatches(ApplicationContext context) {
        return Objects.requireNonNull(context.getBean(BrokerRetention.class)
                        .mismatches()
                        .retryWhen(PatientPublisher.UNTIL_THE_TOPIC_IS_MADE)
                        .block(TIMEOUT))
                .stream()
                .map(Mismatch::toString)
                .toList();
    }

    @Test
    void topics_that_are_made_here_keep_the_promise_but_for_the_number_of_brokers() {
        of("made")
                .run(
                        context -> assertThat(mismatches(context))
                                .containsExactly(
                                        "topic made: the replication factor is 1, needed is at least 3 (messaging.promise.min-replicas)",
                                        "topic made: min.insync.replicas is 1, needed is at least 2 (messaging.promise.min-insync-replicas)",
                                        "topic made.keepers.dead-letters: the replication factor is 1, needed is at least 3 (messaging.promise.min-replicas)",
                                        "topic made.keepers.dead-letters: min.insync.replicas is 1, needed is at least 2 (messaging.promise.min-insync-replicas)",
                                        "topic made.keepers.dead-letters.handled: the replication factor is 1, needed is at least 3 (messaging.promise.min-replicas)",
                                        "topic made.keepers.dead-letters.handled: min.insync.replicas is 1, needed is at least 2 (messaging.promise.min-insync-replicas)"));
        of("made", "messaging.promise.min-replicas=1", "messaging.promise.min-insync-replicas=1")
                .run(context -> assertThat(mismatches(context)).isEmpty());
    }

    @Test
    void each_setting_that_does_not_keep_the_promise_is_named_with_what_it_is_and_what_is_needed() {
        of("kept", "messaging.promise.min-replicas=1", "messaging.promise.min-insync-replicas=1")
                .run(context -> {
                    assertThat(mismatches(context)).isEmpty();
                    try (RawKafka raw = new RawKafka(KAFKA.bootstrapServers())) {
                        raw.configure("kept", "retention.ms", "3600000");
                        raw.configure("kept", "retention.bytes", "1000000");
                        raw.configure("kept", "cleanup.policy", "compact");
                        raw.configure("kept", "message.timestamp.type", "CreateTime");
                        raw.configure("kept", "unclean.leader.election.enable", "true");
                        raw.configure("kept.keepers.dead-letters", "retention.ms", "3600000");
                        raw.configure("kept.keepers.dead-letters.handled", "cleanup.policy", "delete");
                    }
                    assertThat(mismatches(context))
                            .containsExactly(
                                    "topic kept: retention.ms is PT1H, needed are at least PT336H (messaging.promise.min-retention)",
                                    "topic kept: retention.bytes is 1000000, needed is -1: events would be deleted before their time",
                                    "topic kept: cleanup.policy is compact, needed is delete: events of a key would be deleted because of later ones",
                                    "topic kept: message.timestamp.type is CreateTime, needed is LogAppendTime: events of a publisher whose clock is behind would be deleted before their time",
                                    "topic kept: unclean.leader.election.enable is true, needed is false: a broker without the latest events could become the leader",
                                    "topic kept.keepers.dead-letters: retention.ms is PT1H, needed are at least PT2160H (messaging.promise.min-dead-letter-retention)",
                                    "topic kept.keepers.dead-letters.handled: cleanup.policy is delete, needed is compact: dead letters that were sent again or discarded would wait again");
                });
    }

    @Test
    void what_was_handled_is_not_to_be_deleted_after_a_time_either() {
        of("forgotten", "messaging.promise.min-replicas=1", "messaging.promise.min-insync-replicas=1")
                .run(context -> {
                    assertThat(mismatches(context)).isEmpty();
                    try (RawKafka raw = new RawKafka(KAFKA.bootstrapServers())) {
                        raw.configure("forgotten.keepers.dead-letters.handled", "cleanup.policy", "compact,delete");
                    }
                    assertThat(mismatches(context))
                            .containsExactly(
                                    "topic forgotten.keepers.dead-letters.handled: cleanup.policy is compact,delete, needed is compact: dead letters that were sent again or discarded would wait again");
                });
    }

    @Test
    void a_topic_that_is_read_without_a_subscription_is_compared_too() {
        of("subscribed", "messaging.promise.min-replicas=1", "messaging.promise.min-insync-replicas=1")
                .withBean(KeptTopic.class, () -> new KeptTopic("further"))
                .run(context -> {
                    assertThat(mismatches(context)).isEmpty();
                    try (RawKafka raw = new RawKafka(KAFKA.bootstrapServers())) {
                        raw.configure("further", "retention.ms", "3600000");
                    }
                    assertThat(mismatches(context))
                            .containsExactly(
                                    "topic further: retention.ms is PT1H, needed are at least PT336H (messaging.promise.min-retention)");
                });
    }

    @Test
    void brokers_have_to_keep_the_offsets_of_a_group_that_is_absent() {
        of("absentees", "messaging.promise.min-retention=15d")
                .run(
                        context -> assertThat(mismatches(context))
                                .contains(
                                        "broker 1: offsets.retention.minutes is PT336H, needed are at least PT360H (messaging.promise.min-retention)"));
    }

    @Test
    void what_the_broker_does_not_say_is_unknown() {
        try (LocalKafka reserved =
                LocalKafka.start(options -> options.property("authorizer.class.name", Reserved.class.getName()))) {
            of("silent", "messaging.kafka.bootstrap-servers=" + reserved.bootstrapServers())
                    .run(context -> assertThat(context.getBean(BrokerRetention.class)
                                    .mismatches()
                                    .block(TIMEOUT))
                            .filteredOn(mismatch -> !mismatch.known())
                            .extracting(Mismatch::entity, Mismatch::setting)
                            .containsExactly(
                                    tuple("topic silent", "each setting"),
                                    tuple("broker 1", "offsets.retention.minutes")));
        }
    }

    /** Describes neither the broker nor one topic, as some bought brokers do. */
    public static final class Reserved extends StandardAuthorizer {

        @Override
        public List<AuthorizationResult> authorize(AuthorizableRequestContext context, List<Action> actions) {
            return actions.stream()
                    .map(action -> action.operation() == AclOperation.DESCRIBE_CONFIGS
                                    && (action.resourcePattern().resourceType() == ResourceType.CLUSTER
                                            || action.resourcePattern().name().equals("silent"))
                            ? AuthorizationResult.DENIED
                            : AuthorizationResult.ALLOWED)
                    .toList();
        }
    }

    @Test
    void a_topic_that_does_not_exist_and_is_not_made_is_a_mismatch() {
        of("absent", "messaging.kafka.topics.create=false")
                .run(context -> assertThat(mismatches(context))
                        .hasSize(3)
                        .first()
                        .asString()
                        .contains("topic absent: it does not exist", "messaging.kafka.topics.create"));
    }
}
