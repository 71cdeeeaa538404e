package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.exception.ResourceExistsException;
import com.azure.core.exception.ResourceNotFoundException;
import com.azure.core.http.policy.PortPolicy;
import com.azure.core.http.policy.ProtocolPolicy;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClient;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClientBuilder;
import com.azure.messaging.servicebus.administration.models.CorrelationRuleFilter;
import com.azure.messaging.servicebus.administration.models.CreateQueueOptions;
import com.azure.messaging.servicebus.administration.models.CreateRuleOptions;
import com.azure.messaging.servicebus.administration.models.CreateSubscriptionOptions;
import com.azure.messaging.servicebus.administration.models.QueueProperties;
import com.azure.messaging.servicebus.administration.models.RuleProperties;
import com.azure.messaging.servicebus.administration.models.SqlRuleAction;
import com.azure.messaging.servicebus.administration.models.SqlRuleFilter;
import com.azure.messaging.servicebus.administration.models.SubscriptionProperties;
import com.azure.messaging.servicebus.administration.models.TopicProperties;
import com.azure.messaging.servicebus.administration.models.TrueRuleFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.engine.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What the administration client changes, over HTTP on the bus's own port. */
class AdministrationTest {
    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(options -> options.queue("declared")
            .queue("doomed")
            .topic("news", topic -> topic.subscription("all").subscription("red", s -> s.sqlRule("red", "c = 'red'"))));

    @RegisterExtension
    final Clients clients = new Clients(BUS);

    private static ServiceBusAdministrationClient client(LocalServiceBus bus) {
        return new ServiceBusAdministrationClientBuilder()
                .connectionString(bus.connectionString())
                .addPolicy(new ProtocolPolicy("http", true))
                .addPolicy(new PortPolicy(bus.port(), true))
                .buildClient();
    }

    private final ServiceBusAdministrationClient administration = client(BUS.bus());

    @Test
    void a_created_queue_is_used_at_once_and_created_only_once() {
        OffsetDateTime before = OffsetDateTime.now().minusMinutes(1);
        QueueProperties made = administration.createQueue(
                "Made/here",
                new CreateQueueOptions()
                        .setLockDuration(Duration.ofSeconds(12))
                        .setMaxDeliveryCount(3)
                        .setDuplicateDetectionRequired(true)
                        .setDuplicateDetectionHistoryTimeWindow(Duration.ofMinutes(3))
                        .setMaxSizeInMegabytes(2048)
                        .setForwardDeadLetteredMessagesTo("declared"));

        assertThat(made.getName()).isEqualTo("Made/here");
        assertThat(made.getLockDuration()).isEqualTo(Duration.ofSeconds(12));
        assertThat(made.getDuplicateDetectionHistoryTimeWindow()).isEqualTo(Duration.ofMinutes(3));
        assertThat(made.getMaxSizeInMegabytes()).isEqualTo(2048);
        assertThat(made.getForwardDeadLetteredMessagesTo()).endsWith("declared");
        clients.sender("made/here").sendMessage(Clients.message("first"));
        assertThat(Clients.bodies(clients.receiver("made/here"), 1)).containsExactly("first");
        assertThat(administration.getQueueRuntimeProperties("made/here").getCreatedAt())
                .isAfter(before);
        assertThatThrownBy(() -> administration.createQueue("made/HERE")).isInstanceOf(ResourceExistsException.class);
        assertThatThrownBy(() -> administration.createTopic("Made/here")).isInstanceOf(ResourceExistsException.class);
    }

    @Test
    void settings_are_changed_while_messages_wait() {
        administration.createQueue("changing");
        clients.sender("changing").sendMessage(Clients.message("waits"));

        QueueProperties changing = administration.getQueue("changing");
        administration.updateQueue(changing.setMaxDeliveryCount(1).setLockDuration(Duration.ofSeconds(7)));

        assertThat(administration.getQueue("changing").getLockDuration()).isEqualTo(Duration.ofSeconds(7));
        ServiceBusReceiverClient receiver = clients.receiver("changing");
        receiver.abandon(Clients.one(receiver));
        assertThat(Clients.bodies(clients.deadLetters("changing"), 1)).containsExactly("waits");
        assertThatThrownBy(() -> administration.updateQueue(
                        administration.getQueue("changing").setForwardTo("nowhere")))
                .isInstanceOf(HttpResponseException.class)
                .hasMessageContaining("nowhere");
        assertThat(administration.getQueue("changing").getForwardTo()).isNull();
    }

    @Test
    void what_is_not_modelled_is_refused_by_name() {
        assertThatThrownBy(() -> administration.createQueue(
                        "idle", new CreateQueueOptions().setAutoDeleteOnIdle(Duration.ofMinutes(10))))
                .isInstanceOf(HttpResponseException.class)
                .hasMessageContaining("AutoDeleteOnIdle")
                .hasMessageContaining("not modelled");
        assertThat(administration.getQueueExists("idle")).isFalse();
        assertThatThrownBy(() -> administration.createQueue("/$x")).isInstanceOf(HttpResponseException.class);
    }

    @Test
    void a_topic_its_subscriptions_and_their_rules_are_created_listed_changed_and_deleted() {
        administration.createTopic("made");
        administration.createSubscription("made", "plain");
        administration.createSubscription(
                "made",
                "chosen",
                "first",
                new CreateSubscriptionOptions().setMaxDeliveryCount(4),
                new CreateRuleOptions()
                        .setFilter(new SqlRuleFilter("n > 1 AND c <> '<&>'"))
                        .setAction(new SqlRuleAction("SET seen = 'y'")));
        CorrelationRuleFilter correlation = new CorrelationRuleFilter().setLabel("l");
        correlation.getProperties().put("n", 7L);
        administration.createRule("made", "second", "chosen", new CreateRuleOptions().setFilter(correlation));

        assertThat(administration.listSubscriptions("made"))
                .extracting(SubscriptionProperties::getSubscriptionName)
                .containsExactly("plain", "chosen");
        assertThat(administration.listRules("made", "plain"))
                .singleElement()
                .satisfies(rule -> assertThat(rule.getFilter()).isInstanceOf(TrueRuleFilter.class));
        assertThat(administration.listRules("made", "chosen"))
                .extracting(RuleProperties::getName)
                .containsExactly("first", "second");
        RuleProperties first = administration.getRule("made", "chosen", "FIRST");
        assertThat(((SqlRuleFilter) first.getFilter()).getSqlExpression()).isEqualTo("n > 1 AND c <> '<&>'");
        assertThat(((SqlRuleAction) first.getAction()).getSqlExpression()).isEqualTo("SET seen = 'y'");
        assertThat(((CorrelationRuleFilter) administration
                                .getRule("made", "chosen", "second")
                                .getFilter())
                        .getProperties())
                .hasToString("{n=7}");
        assertThatThrownBy(() -> administration.createRule("made", "chosen", "first"))
                .isInstanceOf(ResourceExistsException.class);

        administration.updateRule(
                "made", "chosen", first.setFilter(new SqlRuleFilter("n = 5")).setAction(null));
        administration.deleteRule("made", "chosen", "second");
        ServiceBusSenderClient sender = clients.topicSender("made");
        sender.sendMessages(List.of(numbered(5), numbered(7)));
        assertThat(Clients.bodies(clients.subscription("made", "chosen"), 1)).containsExactly("5");
        assertThat(Clients.bodies(clients.subscription("made", "plain"), 2)).containsExactly("5", "7");

        administration.deleteSubscription("made", "chosen");
        assertThat(administration.getSubscriptionExists("made", "chosen")).isFalse();
        assertThat(administration.getTopicRuntimeProperties("made").getSubscriptionCount())
                .isEqualTo(1);
        administration.deleteTopic("made");
        assertThat(administration.getTopicExists("made")).isFalse();
        assertThatThrownBy(() -> administration.deleteTopic("made")).isInstanceOf(ResourceNotFoundException.class);
        assertThatThrownBy(() -> administration.createSubscription("made", "late"))
                .isInstanceOf(ResourceNotFoundException.class);
    }

    private static com.azure.messaging.servicebus.ServiceBusMessage numbered(int number) {
        var message = Clients.message(Integer.toString(number));
        message.getApplicationProperties().put("n", number);
        return message;
    }

    @Test
    void long_lists_come_in_pages() {
        try (LocalServiceBus many = LocalServiceBus.start(o ->
                IntStream.range(0, 205).forEach(i -> o.queue("q" + i).topic("t" + i, t -> {})))) {
            assertThat(client(many).listQueues())
                    .extracting(QueueProperties::getName)
                    .hasSize(205)
                    .doesNotHaveDuplicates();
            assertThat(client(many).listTopics())
                    .extracting(TopicProperties::getName)
                    .hasSize(205);
        }
    }

    @Test
    void a_deleted_queue_ends_its_links_and_leaves_nothing_behind() throws IOException {
        clients.sender("doomed").sendMessage(Clients.message("lost"));
        try (RawPeer peer = RawPeer.connect(BUS.bus())) {
            Session session = peer.begin();
            Receiver receiver = FramesTest.receiver(session, "receiver", "doomed");
            Sender sender = FramesTest.sender(session, "sender", "doomed");
            Sender other = FramesTest.sender(session, "other", "declared");
            receiver.open();
            receiver.flow(1);
            sender.open();
            other.open();
            peer.until(() -> sender.getCredit() > 0
                    && other.getCredit() > 0
                    && receiver.current() != null
                    && !receiver.current().isPartial());

            administration.deleteQueue("DOOMED");

            peer.until(() -> receiver.getRemoteState() == EndpointState.CLOSED
                    && sender.getRemoteState() == EndpointState.CLOSED);
            assertThat(receiver.getRemoteCondition().getCondition().toString()).isEqualTo("amqp:not-found");
            assertThat(sender.getRemoteCondition().getCondition().toString()).isEqualTo("amqp:not-found");
            assertThat(other.getRemoteState()).isEqualTo(EndpointState.ACTIVE);
            administration.createQueue("doomed");
            assertThat(administration.getQueueRuntimeProperties("doomed").getTotalMessageCount())
                    .isZero();
        }
        clients.sender("doomed").sendMessage(Clients.message("new"));
        assertThat(Clients.bodies(clients.receiver("doomed"), 1)).containsExactly("new");
    }

    @Test
    void the_data_directory_keeps_what_was_made_changed_and_deleted(@TempDir Path directory) throws Exception {
        try (LocalServiceBus bus = restarted(directory);
                Clients own = new Clients(bus::connectionString)) {
            ServiceBusAdministrationClient client = client(bus);
            client.createQueue("made");
            own.sender("made").sendMessage(Clients.message("kept"));
            client.updateQueue(client.getQueue("changed").setMaxDeliveryCount(77));
            client.deleteQueue("gone");
            client.deleteSubscription("topic", "sub");
            client.createSubscription("topic", "sub");
            client.createSubscription("topic", "made", new CreateSubscriptionOptions().setMaxDeliveryCount(5));
            client.deleteRule("topic", "made", "$Default");
            client.createRule("topic", "mine", "made", new CreateRuleOptions().setFilter(new SqlRuleFilter("n = 1")));
        }
        // Once from the journal as it was written, and once from the rewritten one.
        for (int start = 0; start < 2; start++) {
            try (LocalServiceBus bus = restarted(directory);
                    Clients own = new Clients(bus::connectionString)) {
                ServiceBusAdministrationClient client = client(bus);
                assertThat(client.getQueue("changed").getMaxDeliveryCount()).isEqualTo(77);
                assertThat(client.getQueueExists("gone")).isFalse();
                assertThat(client.listRules("topic", "sub"))
                        .extracting(RuleProperties::getName)
                        .containsExactly("$Default");
                assertThat(client.getSubscription("topic", "made").getMaxDeliveryCount())
                        .isEqualTo(5);
                assertThat(client.listRules("topic", "made"))
                        .extracting(RuleProperties::getName)
                        .containsExactly("mine");
                assertThat(own.receiver("made").peekMessage().getBody().toString())
                        .isEqualTo("kept");
            }
        }
    }

    private static LocalServiceBus restarted(Path directory) {
        return LocalServiceBus.start(o -> o.dataDirectory(directory)
                .queue("changed")
                .queue("gone")
                .topic("topic", t -> t.subscription("sub", s -> s.sqlRule("old", "n = 2"))));
    }
}
