package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.localservicebus.LocalServiceBusExtension;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.retention.BrokerRetention;
import io.dronedelivery.messaging.retention.BrokerRetention.Mismatch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Mono;

class EntityRetentionTest {

    private static final Duration WAIT = Duration.ofSeconds(45);

    /** With patience: a broker that does not tell in time keeps nobody from starting. */
    private static final Map<String, Object> REFUSE =
            Map.of("messaging.promise.check", "refuse", "messaging.promise.timeout", "1m");

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(options -> options.managementPort(0)
            .topic(
                    "short",
                    topic -> topic.defaultMessageTimeToLive(Duration.ofHours(1))
                            .duplicateDetection(Duration.ofDays(7))
                            .subscription("depot", depot -> depot.lockDuration(Duration.ofSeconds(10))))
            .topic(
                    "long",
                    topic -> topic.subscription(
                            "depot",
                            depot -> depot.requiresSession(true)
                                    .deadLetteringOnMessageExpiration(true)
                                    .maxDeliveryCount(2000))));

    private static ConfigurableApplicationContext start(String channel, Map<String, Object> properties) {
        Map<String, Object> all = new HashMap<>(properties);
        all.put("messaging.servicebus.emulator-management-port", BUS.bus().managementPort());
        EventSubscription subscription =
                EventSubscription.of(channel, "depot").on("ParcelMoved", 1, event -> Mono.empty());
        return ServiceBusApplication.start(BUS.connectionString(), all, List.of(subscription));
    }

    private static List<String> mismatches(String channel) {
        try (ConfigurableApplicationContext application = start(channel, Map.of("messaging.promise.check", "off"))) {
            return application.getBean(BrokerRetention.class).mismatches().block(WAIT).stream()
                    .map(Mismatch::toString)
                    .toList();
        }
    }

    @Test
    void each_setting_that_does_not_keep_the_promise_is_named_with_what_it_is_and_what_is_needed() {
        String depot = "subscription depot of topic short: ";
        assertThat(mismatches("short"))
                .containsExactly(
                        "topic short: DefaultMessageTimeToLive is PT1H, needed are at least PT336H (messaging.promise.min-retention)",
                        "topic short: DuplicateDetectionHistoryTimeWindow is PT168H, at most PT15M are possible"
                                + " (messaging.promise.max-duplicate-history): what others send again with the same"
                                + " message id would be dropped",
                        depot
                                + "DefaultMessageTimeToLive is PT1H, needed are at least PT336H (messaging.promise.min-retention)",
                        depot
                                + "DeadLetteringOnMessageExpiration is false, needed is true: events that expire would be gone",
                        depot + "MaxDeliveryCount is 10, needed is at least 100 (messaging.promise.min-deliveries)",
                        depot + "RequiresSession is false, needed is true: events of a key would not be in order",
                        depot
                                + "LockDuration is PT10S, needed are at least PT1M (messaging.servicebus.consumer.lock-duration)");
    }

    @Test
    void entities_that_keep_the_promise_have_no_mismatch() {
        assertThat(mismatches("long")).isEmpty();
    }

    @Test
    void a_topic_that_does_not_exist_is_a_mismatch() {
        assertThat(mismatches("nothing"))
                .containsExactly(
                        "topic nothing: it does not exist", "subscription depot of topic nothing: it does not exist");
    }

    @Test
    void whoever_may_not_ask_or_receive_is_told_which_role_may() {
        String wrongKey = BUS.connectionString().replaceFirst("SharedAccessKey=[^;]+", "SharedAccessKey=d3Jvbmc=");
        Map<String, Object> properties = Map.of(
                "messaging.promise.check",
                "off",
                "messaging.servicebus.emulator-management-port",
                BUS.bus().managementPort());
        try (ConfigurableApplicationContext application = ServiceBusApplication.start(
                wrongKey,
                properties,
                List.of(EventSubscription.of("long", "depot").on("ParcelMoved", 1, event -> Mono.empty())))) {
            assertThatThrownBy(() -> application
                            .getBean(BrokerRetention.class)
                            .mismatches()
                            .block(WAIT))
                    .isInstanceOf(BrokerRetention.NotAllowedException.class)
                    .hasMessageContaining("Azure Service Bus Data Owner");
            await("the health to name the refusal")
                    .atMost(WAIT)
                    .untilAsserted(() -> assertThat(application
                                    .getBean(ServiceBusConsumers.class)
                                    .states())
                            .singleElement()
                            .satisfies(
                                    state -> assertThat(state.trouble()).contains("Azure Service Bus Data Receiver")));
        }
    }

    @Test
    void an_application_that_is_told_to_does_not_start_on_a_mismatch_and_says_all_of_them() {
        assertThatThrownBy(() -> start("short", REFUSE).close())
                .hasStackTraceContaining("topic short: DefaultMessageTimeToLive is PT1H")
                .hasStackTraceContaining("MaxDeliveryCount is 10");
        start("long", REFUSE).close();
    }

    @Test
    void a_broker_that_does_not_tell_keeps_nobody_from_starting() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                ConfigurableApplicationContext application = ServiceBusApplication.start(
                        BUS.connectionString(),
                        Map.of(
                                "messaging.promise.check", "refuse",
                                "messaging.promise.timeout", "1s",
                                "messaging.servicebus.emulator-management-port", silent.getLocalPort()),
                        List.of(EventSubscription.of("short", "depot").on("ParcelMoved", 1, event -> Mono.empty())))) {
            assertThat(application.isRunning()).isTrue();
        }
    }
}
