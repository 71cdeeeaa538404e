package io.dronedelivery.delivery;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import io.dronedelivery.localazure.cosmos.CosmosCall;
import io.dronedelivery.localazure.cosmos.LocalCosmos;
import io.dronedelivery.localazure.cosmos.LocalCosmosOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Flux;

/** The service as a user starts it, on a free port, with a database of its own. */
final class RunningService implements AutoCloseable {

    private final LocalCosmos cosmos;
    private final String partitionKey;
    private final ConfigurableApplicationContext context;
    private final WebTestClient http;

    private RunningService(LocalCosmos cosmos, String partitionKey, ConfigurableApplicationContext context) {
        this.cosmos = cosmos;
        this.partitionKey = partitionKey;
        this.context = context;
        this.http = WebTestClient.bindToServer()
                .baseUrl(baseUrl())
                .responseTimeout(Duration.ofSeconds(60))
                .build();
    }

    static RunningService start(String partitionKey, UnaryOperator<LocalCosmosOptions> options, String... further) {
        LocalCosmos cosmos = LocalCosmos.start(options);
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--spring.cloud.azure.cosmos.endpoint=" + cosmos.endpoint(),
                "--spring.cloud.azure.cosmos.key=" + cosmos.key(),
                "--cosmos.containers.deliveries.partition-key=" + partitionKey,
                "--cosmos.containers.deliveries.create-if-missing=true"));
        arguments.addAll(List.of(further));
        return new RunningService(
                cosmos, partitionKey, DeliveryServiceApplication.builder().run(arguments.toArray(String[]::new)));
    }

    void store(List<? extends JsonNode> documents) {
        CosmosAsyncContainer container = context.getBean(CosmosAsyncClient.class)
                .getDatabase("drone-delivery")
                .getContainer("deliveries");
        String key = partitionKey.substring(1);
        container
                .executeBulkOperations(Flux.fromIterable(documents)
                        .map(document -> CosmosBulkOperations.getCreateItemOperation(
                                document, new PartitionKey(document.get(key).asText()))))
                .doOnNext(response -> {
                    if (!response.getResponse().isSuccessStatusCode()) {
                        throw new IllegalStateException(
                                "Not stored: " + response.getResponse().getStatusCode());
                    }
                })
                .blockLast();
    }

    String baseUrl() {
        return "http://localhost:" + context.getEnvironment().getProperty("local.server.port");
    }

    WebTestClient http() {
        return http;
    }

    /** The body of a successful answer. */
    JsonNode get(String path) {
        return http.get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody();
    }

    LocalCosmos cosmos() {
        return cosmos;
    }

    /** The calls for documents that the database has answered since the last look. */
    List<CosmosCall> dataCalls() {
        List<CosmosCall> calls =
                cosmos.calls().stream().filter(CosmosCall::isData).toList();
        cosmos.clearCalls();
        return calls;
    }

    @Override
    public void close() {
        context.close();
        cosmos.close();
    }
}
