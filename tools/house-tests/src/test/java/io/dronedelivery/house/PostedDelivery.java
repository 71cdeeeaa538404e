package io.dronedelivery.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localstack.Http;
import io.dronedelivery.localstack.Http.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** A delivery asked for at the gateway, and the month of its owner that must come to show it. */
public final class PostedDelivery {

    /** Generous: other builds may share the machine. */
    private static final Duration TIMEOUT = Duration.ofMinutes(4);

    private static final String A_DELIVERY = """
            {"ownerId":"%s","pickup":{"latitude":47.64,"longitude":-122.13},"dropoff":{"latitude":47.61,"longitude":-122.2},\
            "packages":[{"size":"small","weightKg":1.25},{"size":"large","weightKg":2}],"expedited":true}""";

    private PostedDelivery() {}

    /**
     * Asks for a delivery and waits until it is flown and billed.
     *
     * @param client who asks, and looks
     * @param ownerId one without sample data: a month of the sample may be issued, and its further lines go to the next one
     */
    public static void assertIsFlownAndBilled(TokenClient client, String gateway, String ownerId)
            throws IOException, InterruptedException {
        InvoiceMonths months = new InvoiceMonths(client, gateway, ownerId);
        int linesBefore = months.lines();

        Answer accepted = post(client, gateway, ownerId, "Idempotency-Key", "posted-once");

        String deliveryId = accepted.json().at("/deliveryId").asString("");
        Awaitility.await("the invoice line of " + deliveryId)
                .atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(months.lines()).isEqualTo(linesBefore + 1));
        Awaitility.await(deliveryId + " to be completed")
                .atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(client.get(gateway + "/api/v1/deliveries/" + deliveryId)
                                .json()
                                .at("/delivery/status")
                                .asString(""))
                        .isEqualTo("completed"));
    }

    /**
     * Asks for a delivery within a trace and waits until the local Application Insights has heard of it from all applications.
     *
     * @param client who asks
     * @return the page of the transaction
     */
    static String assertIsOneTransaction(TokenClient client, String gateway, String insights)
            throws IOException, InterruptedException {
        String trace = UUID.randomUUID().toString().replace("-", "");

        post(
                client,
                gateway,
                "traced",
                "Idempotency-Key",
                trace,
                "traceparent",
                "00-" + trace + "-00f067aa0ba902b7-01");

        Awaitility.await("transaction " + trace).atMost(TIMEOUT).untilAsserted(() -> {
            JsonNode calls = Http.get(insights + "api/transactions/" + trace).json();
            assertThat(calls.findValuesAsString("role"))
                    .contains("gateway", "delivery-service", "drone-service", "invoice-service");
            assertThat(calls.findValuesAsString("type")).contains("Azure DocumentDB");
        });
        return insights + "#/transactions/" + trace;
    }

    private static Answer post(TokenClient client, String gateway, String ownerId, String... headers) {
        Answer answer = client.postWhole(gateway + "/api/v1/deliveries", A_DELIVERY.formatted(ownerId), headers);
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        return answer;
    }
}
