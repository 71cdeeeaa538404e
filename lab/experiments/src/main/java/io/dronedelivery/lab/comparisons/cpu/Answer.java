package io.dronedelivery.lab.comparisons.cpu;

import io.dronedelivery.lab.comparisons.AggregatedPart;
import io.dronedelivery.lab.comparisons.cpu.LoadGenerator.CpuTarget;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collection;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One answer of an aggregator, compared with the parts that the backend serves. */
final class Answer {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private static final JsonMapper JSON = new JsonMapper();

    private Answer() {}

    /**
     * Asks once.
     *
     * @param parts that the answer must have
     * @return the body, which has been found to hold each of the parts as the backend has it
     * @throws IOException saying what is wrong with the answer
     */
    static byte[] fetch(CpuTarget target, Collection<AggregatedPart> parts) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(target.uri()).timeout(TIMEOUT);
        if (target.authorization() != null) {
            request.header("Authorization", target.authorization());
        }
        HttpResponse<byte[]> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        byte[] body = response.body();
        if (response.statusCode() != 200) {
            throw new IOException(
                    target.uri() + " answers " + response.statusCode() + ": " + new String(body, "UTF-8"));
        }
        JsonNode aggregate = JSON.readTree(body);
        for (AggregatedPart part : parts) {
            if (!JSON.readTree(part.body()).equals(aggregate.get(part.key()))) {
                throw new IOException(
                        target.uri() + " does not have the part '" + part.key() + "' as the backend has it");
            }
        }
        return body;
    }
}
