package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.exception.ResourceNotFoundException;
import com.azure.core.http.policy.PortPolicy;
import com.azure.core.http.policy.ProtocolPolicy;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClient;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClientBuilder;
import com.azure.messaging.servicebus.administration.models.QueueProperties;
import com.azure.messaging.servicebus.administration.models.QueueRuntimeProperties;
import com.azure.messaging.servicebus.administration.models.SubscriptionProperties;
import com.azure.messaging.servicebus.administration.models.SubscriptionRuntimeProperties;
import com.azure.messaging.servicebus.administration.models.TopicRuntimeProperties;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ManagementApiTest {

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(options -> options.managementPort(0)
            .queue("jobs", queue -> queue.maxDeliveryCount(7))
            .queue("central")
            .queue(
                    "orders",
                    queue -> queue.duplicateDetection(Duration.ofMinutes(20)).forwardDeadLetteredMessagesTo("central"))
            .queue("intake", queue -> queue.forwardTo("orders"))
            .topic("news", topic -> topic.subscription("archive").subscription("relay", s -> s.forwardTo("central")))
            .topic(
                    "Moves",
                    topic -> topic.defaultMessageTimeToLive(Duration.ofHours(1))
                            .subscription(
                                    "depot",
                                    depot -> depot.requiresSession(true)
                                            .deadLetteringOnMessageExpiration(true)
                                            .lockDuration(Duration.ofSeconds(30)))));

    @RegisterExtension
    final Clients clients = new Clients(BUS);

    private static ServiceBusAdministrationClient client(String connectionString) {
        return new ServiceBusAdministrationClientBuilder()
                .connectionString(connectionString)
                .addPolicy(new ProtocolPolicy("http", true))
                .addPolicy(new PortPolicy(BUS.bus().managementPort(), true))
                .buildClient();
    }

    @Test
    void the_administration_client_reads_queues_topics_and_subscriptions() {
        ServiceBusAdministrationClient client = client(BUS.connectionString());

        QueueProperties jobs = client.getQueue("jobs");
        assertThat(jobs.getMaxDeliveryCount()).isEqualTo(7);
        assertThat(jobs.getDefaultMessageTimeToLive()).isGreaterThan(Duration.ofDays(10_000_000));
        assertThat(client.getTopic("moves").getDefaultMessageTimeToLive()).isEqualTo(Duration.ofHours(1));
        SubscriptionProperties depot = client.getSubscription("moves", "depot");
        assertThat(depot.getDefaultMessageTimeToLive()).isEqualTo(Duration.ofHours(1));
        assertThat(depot.isSessionRequired()).isTrue();
        assertThat(depot.isDeadLetteringOnMessageExpiration()).isTrue();
        assertThat(depot.getLockDuration()).isEqualTo(Duration.ofSeconds(30));
        assertThat(depot.getMaxDeliveryCount()).isEqualTo(10);
    }

    @Test
    void who_sends_half_a_request_keeps_nobody_else_waiting() throws IOException {
        try (Socket slow =
                new Socket(InetAddress.getLoopbackAddress(), BUS.bus().managementPort())) {
            slow.getOutputStream().write("GET /jobs HT".getBytes(StandardCharsets.US_ASCII));
            slow.getOutputStream().flush();

            assertThat(CompletableFuture.supplyAsync(() ->
                            client(BUS.connectionString()).getQueue("jobs").getMaxDeliveryCount()))
                    .succeedsWithin(Duration.ofSeconds(60))
                    .isEqualTo(7);
        }
    }

    @Test
    void refusal_is_xml_whatever_the_token_says() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(
                        "http://localhost:%d/jobs".formatted(BUS.bus().managementPort())))
                .header("Authorization", "SharedAccessSignature sr=a&sig=b&se=1&skn=%3Cx%26%01")
                .build();

        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body())
                .contains("<Detail>Unauthorized access: the key name '&lt;x&amp;?' is unknown.</Detail>");
    }

    @Test
    void a_queue_tells_whether_it_detects_duplicates_and_where_it_forwards_to() {
        ServiceBusAdministrationClient client = client(BUS.connectionString());

        QueueProperties orders = client.getQueue("orders");
        assertThat(orders.isDuplicateDetectionRequired()).isTrue();
        assertThat(orders.getDuplicateDetectionHistoryTimeWindow()).isEqualTo(Duration.ofMinutes(20));
        assertThat(orders.getForwardTo()).isNull();
        assertThat(orders.getForwardDeadLetteredMessagesTo()).isEqualTo("central");
        QueueProperties intake = client.getQueue("intake");
        assertThat(intake.isDuplicateDetectionRequired()).isFalse();
        assertThat(intake.getForwardTo()).isEqualTo("orders");
        assertThat(intake.getForwardDeadLetteredMessagesTo()).isNull();
        assertThat(client.getSubscription("news", "relay").getForwardTo()).isEqualTo("central");
    }

    @Test
    void the_messages_of_a_queue_are_counted() {
        ServiceBusSenderClient sender = clients.sender("jobs");
        sender.sendMessages(List.of(message("dead"), message("deferred"), message("locked"), message("waits")));
        sender.scheduleMessage(
                message("later"), OffsetDateTime.now(ZoneOffset.UTC).plusHours(1));
        ServiceBusReceiverClient receiver = clients.receiver("jobs");
        receiver.deadLetter(Clients.one(receiver));
        receiver.defer(Clients.one(receiver));
        Clients.one(receiver);

        QueueRuntimeProperties jobs = client(BUS.connectionString()).getQueueRuntimeProperties("jobs");

        assertThat(jobs.getActiveMessageCount())
                .as("what is locked or deferred is active, as in Azure")
                .isEqualTo(3);
        assertThat(jobs.getDeadLetterMessageCount()).isEqualTo(1);
        assertThat(jobs.getScheduledMessageCount()).isEqualTo(1);
        assertThat(jobs.getTransferMessageCount()).isZero();
        assertThat(jobs.getTransferDeadLetterMessageCount()).isZero();
        assertThat(jobs.getTotalMessageCount()).isEqualTo(5);
        assertThat(jobs.getSizeInBytes())
                .isEqualTo(BUS.stats().entity("jobs").bytes()
                        + BUS.stats().entity("jobs/$deadletterqueue").bytes())
                .isPositive();
    }

    @Test
    void the_messages_of_a_topic_and_its_subscriptions_are_counted() {
        ServiceBusSenderClient sender = clients.topicSender("news");
        sender.sendMessages(List.of(message("dead"), message("waits")));
        OffsetDateTime later = OffsetDateTime.now(ZoneOffset.UTC).plusHours(1);
        sender.cancelScheduledMessage(sender.scheduleMessage(message("never"), later));
        sender.scheduleMessage(message("later"), later);
        ServiceBusReceiverClient receiver = clients.subscription("news", "archive");
        receiver.deadLetter(Clients.one(receiver));
        ServiceBusAdministrationClient client = client(BUS.connectionString());

        SubscriptionRuntimeProperties archive = client.getSubscriptionRuntimeProperties("news", "archive");
        assertThat(archive.getActiveMessageCount()).isEqualTo(1);
        assertThat(archive.getDeadLetterMessageCount()).isEqualTo(1);
        assertThat(archive.getTransferMessageCount()).isZero();
        assertThat(archive.getTotalMessageCount()).isEqualTo(2);
        TopicRuntimeProperties news = client.getTopicRuntimeProperties("news");
        assertThat(news.getScheduledMessageCount()).isEqualTo(1);
        assertThat(news.getSubscriptionCount()).isEqualTo(2);
        assertThat(news.getSizeInBytes())
                .as("with the one that is scheduled")
                .isGreaterThan(BUS.stats().entity("news/subscriptions/archive").bytes()
                        + BUS.stats()
                                .entity("news/subscriptions/archive/$deadletterqueue")
                                .bytes());
    }

    private static ServiceBusMessage message(String body) {
        return new ServiceBusMessage(body);
    }

    @Test
    void what_does_not_exist_is_not_found() {
        ServiceBusAdministrationClient client = client(BUS.connectionString());
        assertThat(client.getQueueExists("nothing")).isFalse();
        assertThat(client.getTopicExists("nothing")).isFalse();
        assertThatThrownBy(() -> client.getSubscription("moves", "nobody"))
                .isInstanceOf(ResourceNotFoundException.class);
    }

    @Test
    void a_wrong_key_is_refused() {
        ServiceBusAdministrationClient client =
                client(BUS.connectionString().replaceAll("SharedAccessKey=[^;]*", "SharedAccessKey=wrong"));
        assertThatThrownBy(() -> client.getTopic("moves"))
                .isInstanceOf(ClientAuthenticationException.class)
                .hasMessageContaining("invalid signature");
    }
}
