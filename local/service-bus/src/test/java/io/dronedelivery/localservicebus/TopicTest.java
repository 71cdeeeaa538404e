package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusRuleManagerClient;
import com.azure.messaging.servicebus.administration.models.CorrelationRuleFilter;
import com.azure.messaging.servicebus.administration.models.CreateRuleOptions;
import com.azure.messaging.servicebus.administration.models.RuleProperties;
import com.azure.messaging.servicebus.administration.models.SqlRuleAction;
import com.azure.messaging.servicebus.administration.models.SqlRuleFilter;
import com.azure.messaging.servicebus.models.SubQueue;
import io.dronedelivery.localservicebus.entity.CorrelationRule;
import java.time.OffsetDateTime;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TopicTest {
    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(o -> o.topic(
                    "events", t -> t.subscription("all").subscription("audit"))
            .topic(
                    "filtered",
                    t -> t.subscription(
                                    "heavy", s -> s.sqlRule("weight", "weightKg > 10 AND sys.Label LIKE 'parcel.%'"))
                            .subscription(
                                    "owner",
                                    s -> s.correlationRule(CorrelationRule.named("mine")
                                            .label("parcel.small")
                                            .property("owner", "o-1")))
                            .subscription(
                                    "marked",
                                    s -> s.sqlRule(
                                            "mark",
                                            "owner = 'o-1'",
                                            "SET sys.Label = 'seen'; SET score = weightKg * 2; REMOVE owner")))
            .topic("managed", t -> t.subscription("rules"))
            .topic("sessions", t -> t.subscription("strict", s -> s.requiresSession(true)))
            .topic("peeked", t -> {})
            .queue("strict", q -> q.requiresSession(true))
            .topic("strict-relay", t -> t.subscription("out", s -> s.forwardTo("strict")))
            .queue("collected")
            .queue("graveyard")
            .queue("source", q -> q.forwardTo("collected"))
            .queue("mortal", q -> q.forwardDeadLetteredMessagesTo("graveyard"))
            .topic("relay", t -> t.subscription("out", s -> s.forwardTo("collected"))));

    @RegisterExtension
    final Clients clients = new Clients(BUS);

    private static ServiceBusMessage parcel(String label, String owner, int weight) {
        ServiceBusMessage message = new ServiceBusMessage(owner + ":" + weight).setSubject(label);
        message.getApplicationProperties().put("owner", owner);
        message.getApplicationProperties().put("weightKg", weight);
        return message;
    }

    @Test
    void every_subscription_gets_its_own_copy() {
        clients.topicSender("events").sendMessage(Clients.message("landed"));
        assertThat(Clients.bodies(clients.subscription("events", "all"), 1)).containsExactly("landed");
        assertThat(Clients.bodies(clients.subscription("events", "audit"), 1)).containsExactly("landed");
    }

    @Test
    void rules_choose_and_change_the_copies() {
        var sender = clients.topicSender("filtered");
        sender.sendMessage(parcel("parcel.small", "o-1", 3));
        sender.sendMessage(parcel("parcel.large", "o-2", 30));
        sender.sendMessage(parcel("letter", "o-2", 40));
        assertThat(Clients.bodies(clients.subscription("filtered", "heavy"), 1)).containsExactly("o-2:30");
        assertThat(Clients.bodies(clients.subscription("filtered", "owner"), 1)).containsExactly("o-1:3");
        ServiceBusReceivedMessage marked = Clients.one(clients.subscription("filtered", "marked"));
        assertThat(marked.getSubject()).isEqualTo("seen");
        assertThat(marked.getApplicationProperties()).containsEntry("score", 6L).doesNotContainKey("owner");
        assertThat(BUS.stats().entity("filtered/subscriptions/heavy").in()).isEqualTo(1);
        assertThat(BUS.stats().entity("filtered/subscriptions/owner").in()).isEqualTo(1);
        assertThat(BUS.stats().entity("filtered/subscriptions/marked").in()).isEqualTo(1);
    }

    @Test
    void rules_are_added_listed_and_removed_while_it_runs() {
        ServiceBusRuleManagerClient rules = clients.keep(clients.builder()
                .ruleManager()
                .topicName("managed")
                .subscriptionName("rules")
                .buildClient());
        assertThat(rules.listRules()).extracting(RuleProperties::getName).containsExactly("$Default");
        rules.createRule(
                "big",
                new CreateRuleOptions(new SqlRuleFilter("size = 'big'")).setAction(new SqlRuleAction("SET a = 1")));
        CorrelationRuleFilter filter =
                new CorrelationRuleFilter().setLabel("parcel").setCorrelationId("c");
        filter.getProperties().put("owner", "o-1");
        rules.createRule("owner", new CreateRuleOptions(filter));
        assertThat(rules.listRules())
                .filteredOn(rule -> rule.getName().equals("big"))
                .singleElement()
                .satisfies(rule -> {
                    assertThat(((SqlRuleFilter) rule.getFilter()).getSqlExpression())
                            .isEqualTo("size = 'big'");
                    assertThat(((SqlRuleAction) rule.getAction()).getSqlExpression())
                            .isEqualTo("SET a = 1");
                });
        assertThat(rules.listRules())
                .filteredOn(rule -> rule.getName().equals("owner"))
                .singleElement()
                .satisfies(rule -> {
                    CorrelationRuleFilter read = (CorrelationRuleFilter) rule.getFilter();
                    assertThat(read.getLabel()).isEqualTo("parcel");
                    assertThat(read.getCorrelationId()).isEqualTo("c");
                    assertThat(read.getProperties()).isEqualTo(Map.of("owner", "o-1"));
                });
        rules.deleteRule("$Default");
        clients.topicSender("managed").sendMessage(Clients.message("nobody wants it"));
        assertThat(BUS.stats().entity("managed/subscriptions/rules").in()).isZero();
        assertThatThrownBy(() -> rules.createRule("big", new CreateRuleOptions(new SqlRuleFilter("1=1"))))
                .hasMessageContaining("already");
        assertThatThrownBy(() -> rules.createRule("bad", new CreateRuleOptions(new SqlRuleFilter("a = = 1"))))
                .hasMessageContaining("position 5");
        assertThatThrownBy(() -> rules.deleteRule("gone")).hasMessageContaining("no rule 'gone'");
    }

    @Test
    void a_message_without_a_session_is_dead_lettered_by_a_subscription_that_requires_one() {
        clients.topicSender("sessions").sendMessage(Clients.message("lost"));
        assertThat(BUS.stats()
                        .entity("sessions/subscriptions/strict/$deadletterqueue")
                        .in())
                .isEqualTo(1);
    }

    @Test
    void messages_and_dead_letters_are_forwarded() {
        clients.sender("source").sendMessage(Clients.message("from a queue"));
        clients.topicSender("relay").sendMessage(Clients.message("from a subscription"));
        assertThat(Clients.bodies(clients.receiver("collected"), 2))
                .containsExactly("from a queue", "from a subscription");
        assertThatThrownBy(() -> clients.receiver("source").receiveMessages(1, Clients.WAIT).stream()
                        .toList())
                .hasStackTraceContaining("forwards its messages");

        clients.sender("mortal").sendMessage(Clients.message("fatal"));
        var receiver = clients.receiver("mortal");
        receiver.deadLetter(Clients.one(receiver));
        assertThat(Clients.bodies(clients.receiver("graveyard"), 1)).containsExactly("fatal");
    }

    @Test
    void a_topic_cannot_be_received_from_and_a_subscription_cannot_be_sent_to() {
        assertThatThrownBy(() -> clients.receiver("events").receiveMessages(1, Clients.WAIT).stream()
                        .toList())
                .hasStackTraceContaining("is a topic");
        assertThatThrownBy(() -> clients.sender("events/subscriptions/all").sendMessage(Clients.message("no")))
                .hasMessageContaining("cannot be sent to the subscription");
    }

    @Test
    void a_topic_shows_its_scheduled_messages_and_what_is_not_forwarded_is_a_transfer_dead_letter() {
        clients.topicSender("peeked")
                .scheduleMessage(Clients.message("later"), OffsetDateTime.now().plusHours(1));
        assertThat(clients.receiver("peeked").peekMessage().getBody().toString())
                .as("as a receiver of the topic, as users of Azure do it")
                .isEqualTo("later");

        clients.topicSender("strict-relay").sendMessage(Clients.message("no session"));
        ServiceBusReceivedMessage kept = Clients.one(clients.keep(clients.builder()
                .receiver()
                .topicName("strict-relay")
                .subscriptionName("out")
                .subQueue(SubQueue.TRANSFER_DEAD_LETTER_QUEUE)
                .buildClient()));
        assertThat(kept.getBody().toString()).isEqualTo("no session");
        assertThat(kept.getDeadLetterReason()).isEqualTo("ForwardingRefused");
    }
}
