package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Faults that end by themselves, in Java and over HTTP. */
class BrokerFaultsTest {
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @RegisterExtension
    final LocalServiceBusExtension bus = LocalServiceBusExtension.with(o -> o.queue("q")
            .queue("s", q -> q.requiresSession(true))
            .topic("t", t -> t.subscription("all", s -> {}))
            .managementPort(0));

    @RegisterExtension
    final Clients clients = new Clients(bus);

    private static void assertLost(ThrowingCallable settling, ServiceBusFailureReason reason) {
        assertThatThrownBy(settling)
                .isInstanceOfSatisfying(
                        ServiceBusException.class,
                        e -> assertThat(e.getReason()).isEqualTo(reason));
    }

    private HttpResponse<String> request(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + bus.bus().managementPort() + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void lost_lock_fails_the_settlement_and_the_message_is_delivered_again() {
        clients.sender("q").sendMessage(Clients.message("m"));
        ServiceBusReceiverClient receiver = clients.receiver("q");
        ServiceBusReceivedMessage first = Clients.one(receiver);
        bus.faults().begin("lock-lost,entity=q,times=2");

        assertLost(() -> receiver.complete(first), ServiceBusFailureReason.MESSAGE_LOCK_LOST);
        ServiceBusReceivedMessage second = Clients.one(receiver);
        assertThat(second.getDeliveryCount()).isEqualTo(1);
        assertLost(() -> receiver.renewMessageLock(second), ServiceBusFailureReason.MESSAGE_LOCK_LOST);

        assertThat(bus.faults().list().inForce()).isEmpty();
        ServiceBusReceivedMessage third = Clients.one(receiver);
        assertThat(third.getDeliveryCount()).isEqualTo(2);
        receiver.complete(third);
        assertThat(bus.stats().entity("q").active()).isZero();
    }

    @Test
    void lost_lock_of_a_session_ends_its_link_and_the_next_receiver_has_the_message() {
        clients.sender("s").sendMessage(new ServiceBusMessage("m").setSessionId("one"));
        ServiceBusSessionReceiverClient sessions = clients.sessions("s");
        ServiceBusReceiverClient receiver = clients.keep(sessions.acceptSession("one"));
        ServiceBusReceivedMessage message = Clients.one(receiver);
        bus.faults().begin("lock-lost,entity=s,times=1");

        assertLost(() -> receiver.complete(message), ServiceBusFailureReason.SESSION_LOCK_LOST);

        ServiceBusReceiverClient next = clients.keep(clients.sessions("s").acceptSession("one"));
        assertThat(Clients.bodies(next, 1)).containsExactly("m");
    }

    @Test
    void renewal_of_a_session_fails_when_its_lock_is_lost() {
        ServiceBusReceiverClient receiver = clients.keep(clients.sessions("s").acceptSession("two"));
        bus.faults().begin("lock-lost,times=1");

        assertLost(receiver::renewSessionLock, ServiceBusFailureReason.SESSION_LOCK_LOST);
    }

    @Test
    void broker_is_unavailable_until_the_fault_is_ended_over_http() throws Exception {
        clients.sender("q").sendMessage(Clients.message("kept"));
        HttpResponse<String> begun = request("POST", "/faults", "{\"fault\": \"unavailable\", \"for\": \"10m\"}");
        assertThat(begun.statusCode()).isEqualTo(201);
        assertThat(request("POST", "/faults", "{\"fault\": \"unavailable\", \"for\": \"1ms\"}")
                        .statusCode())
                .as("a second one")
                .isEqualTo(201);
        await().atMost(Clients.WAIT).until(() -> bus.stats().connectionsOpen() == 0);
        await().atMost(Clients.WAIT)
                .until(() -> !request("GET", "/faults", "").body().contains("\"id\":\"2\""));

        assertThatThrownBy(() ->
                        new Socket(InetAddress.getLoopbackAddress(), bus.bus().port()).close())
                .isInstanceOf(IOException.class);
        assertThat(request("GET", "/health", "").statusCode()).isEqualTo(200);
        assertThatThrownBy(() -> request("GET", "/q?api-version=2021-05", "")).isInstanceOf(IOException.class);
        try (Socket amqp =
                new Socket(InetAddress.getLoopbackAddress(), bus.bus().managementPort())) {
            amqp.setSoTimeout((int) Clients.WAIT.toMillis());
            amqp.getOutputStream().write("AMQP\0\1\0\0".getBytes(StandardCharsets.ISO_8859_1));
            assertThat(amqp.getInputStream().read()).isEqualTo(-1);
        }

        String id = JSON.readTree(begun.body()).get("id").asString();
        assertThat(request("DELETE", "/faults/" + id, "").statusCode()).isEqualTo(204);

        assertThat(Clients.bodies(clients.receiver("q"), 1)).containsExactly("kept");
    }

    @Test
    void outage_ends_by_itself() throws Exception {
        request("POST", "/faults", "{\"fault\": \"unavailable\", \"for\": \"300ms\"}");

        await().atMost(Clients.WAIT)
                .until(() -> request("GET", "/faults", "").body().equals("{\"faults\":[]}"));

        clients.sender("q").sendMessage(Clients.message("after"));
        assertThat(Clients.bodies(clients.receiver("q"), 1)).containsExactly("after");
    }

    @Test
    void bus_that_is_closed_in_an_outage_leaves_nothing_behind() throws Exception {
        int port;
        try (LocalServiceBus other = LocalServiceBus.start(o -> o.queue("q").fault("unavailable,for=10m"))) {
            port = other.port();
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                    .isInstanceOf(IOException.class);
        }
        try (LocalServiceBus next = LocalServiceBus.start(o -> o.port(port))) {
            assertThat(next.port()).isEqualTo(port);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"fault": "429"}                               | Unknown fault '429'
                    {"fault": "lock-lost", "entity": "qq"}         | Unknown entity 'qq'; the nearest is 'q'
                    {"fault": "lock-lost", "entity": "t/subscriptions/al"} | Unknown entity 't/subscriptions/al'; the nearest is 't/subscriptions/all'
                    {"fault": "unavailable", "times": 3}           | Unknown setting of the fault unavailable 'times'
                    {"fault": "slow-sends", "delay": "2h"}         | 'delay' must be at most an hour
                    {"fault": "refuse-sends", "times": -1}         | 'times' must be a whole number
                    """)
    void wrong_order_is_a_400(String body, String reason) throws Exception {
        HttpResponse<String> refused = request("POST", "/faults", body);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(JSON.readTree(refused.body()).get("error").asString()).startsWith(reason);
        assertThat(bus.faults().list().inForce()).isEmpty();
    }

    @Test
    void entity_of_this_name_is_reached_with_a_token_and_pages_of_other_origins_reach_nothing() throws Exception {
        assertThat(request("GET", "/faults", "", "Authorization", "SharedAccessSignature x")
                        .statusCode())
                .isEqualTo(401);
        assertThat(request("GET", "/faults", "", "Origin", "https://elsewhere.example")
                        .statusCode())
                .isEqualTo(403);
    }
}
