package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.exception.ResourceNotFoundException;
import com.azure.core.http.policy.PortPolicy;
import com.azure.core.http.policy.ProtocolPolicy;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClient;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClientBuilder;
import com.azure.messaging.servicebus.administration.models.QueueProperties;
import com.azure.messaging.servicebus.administration.models.SubscriptionProperties;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ManagementApiTest {

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(options -> options.managementPort(0)
            .queue("jobs", queue -> queue.maxDeliveryCount(7))
            .topic(
                    "Moves",
                    topic -> topic.defaultMessageTimeToLive(Duration.ofHours(1))
                            .subscription(
                                    "depot",
                                    depot -> depot.requiresSession(true)
                                            .deadLetteringOnMessageExpiration(true)
                                            .lockDuration(Duration.ofSeconds(30)))));

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
