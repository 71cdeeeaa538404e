package io.dronedelivery.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localstack.Http.Answer;
import io.dronedelivery.localstack.StackProcess;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** An event that a faulty publisher sends, and what an operator does with it. */
final class DeadLetter {

    private static final Duration TIMEOUT = Duration.ofMinutes(4);
    private static final String OWNER = "misread";

    private static final String WITHOUT_DISTANCE = """
            {"deliveryId":"%s","ownerId":"%s","droneId":"dr-01","requestedAt":"%s","completedAt":"%s",\
            "flightSeconds":60,"packageCount":1,"packagesWeightKg":2.5,"expedited":false}""";

    private DeadLetter() {}

    /**
     * Has an event fail in the invoice service, mends it there, sends the mended event twice, and finds one line on the invoice.
     *
     * @param operator who mends it, and looks
     */
    static void assertIsMendedAndBilledOnce(StackProcess stack, TokenClient operator)
            throws IOException, InterruptedException, ExecutionException {
        InvoiceMonths months = new InvoiceMonths(operator, stack.url("gateway"), OWNER);
        Instant now = Instant.now();
        String data = WITHOUT_DISTANCE.formatted("misread-1", OWNER, now, now);
        publish(stack, "misread-1", data);
        String letters = stack.health("invoice-service").replace("/actuator/health", "")
                + "/internal/dead-letters/delivery-completions.invoice-service";
        Awaitility.await("the dead letter")
                .atMost(TIMEOUT)
                .untilAsserted(() ->
                        assertThat(operator.get(letters).json().path("letters")).hasSize(1));
        JsonNode letter = operator.get(letters).json().path("letters").get(0);
        assertThat(letter.path("reason").asString("")).isEqualTo("invalid-data");
        assertThat(letter.path("description").asString("")).contains("distanceKm");

        Answer mended = operator.post(
                letters + "/" + letter.path("id").asString("") + "/mend",
                "{\"why\":\"left out\",\"data\":" + mended(data) + "}");

        assertThat(mended.status()).as(mended.body()).isEqualTo(200);
        Awaitility.await("the invoice line")
                .atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(months.lines()).isEqualTo(1));
        // The event comes twice, as after a crash between its publication and the removal of the letter. The next one
        // of its key shows that it was handled.
        publish(stack, "misread-1", mended(data));
        publish(stack, "misread-2", mended(data).replace("misread-1", "misread-2"));
        Awaitility.await("the next invoice line")
                .atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(months.lines()).isEqualTo(2));
        assertThat(operator.get(letters).json().path("letters")).isEmpty();
    }

    private static String mended(String data) {
        return data.replaceFirst("\\{", "{\"distanceKm\":12.5,");
    }

    private static void publish(StackProcess stack, String deliveryId, String data)
            throws ExecutionException, InterruptedException {
        new KafkaEvent("DeliveryCompleted", deliveryId + ":completed", "/a-faulty-publisher", OWNER, data)
                .publish(stack, "delivery-completions");
    }
}
