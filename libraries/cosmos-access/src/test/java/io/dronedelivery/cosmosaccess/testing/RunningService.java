package io.dronedelivery.cosmosaccess.testing;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dronedelivery.localcosmos.CosmosCall;
import io.dronedelivery.localcosmos.LocalCosmos;
import io.dronedelivery.localcosmos.LocalCosmosOptions;
import io.dronedelivery.servicekit.testing.ServiceClient;
import io.dronedelivery.servicekit.testing.TestBroker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;

/** A service that keeps documents, as a user starts it: on a free port, with a database of its own. */
public final class RunningService implements AutoCloseable {

    private static final ObjectMapper SDKS = new ObjectMapper();
    private static final int TRIES = 5;

    private final LocalCosmos cosmos;
    private final boolean databaseOfItsOwn;
    private final TestBroker broker;
    private final String container;
    private final String partitionKey;
    private final ConfigurableApplicationContext context;
    private final WebTestClient http;

    private RunningService(
            LocalCosmos cosmos,
            boolean databaseOfItsOwn,
            TestBroker broker,
            String container,
            String partitionKey,
            ConfigurableApplicationContext context) {
        this.cosmos = cosmos;
        this.databaseOfItsOwn = databaseOfItsOwn;
        this.broker = broker;
        this.container = container;
        this.partitionKey = partitionKey;
        this.context = context;
        this.http = ServiceClient.of(context);
    }

    /**
     * Starts a service.
     *
     * @param application not yet started
     * @param container the one that it keeps its documents in
     * @param partitionKey of that container
     * @param options of the database
     * @param broker ends with the service
     * @param further settings, each as {@code --name=value}
     */
    public static RunningService start(
            SpringApplicationBuilder application,
            String container,
            String partitionKey,
            UnaryOperator<LocalCosmosOptions> options,
            TestBroker broker,
            String... further) {
        return start(application, container, partitionKey, LocalCosmos.start(options), true, broker, further);
    }

    /** Starts a service, or another instance of it, with the database of this one. Has to be closed before this one. */
    public RunningService beside(SpringApplicationBuilder application, TestBroker broker, String... further) {
        return start(application, container, partitionKey, cosmos, false, broker, further);
    }

    private static RunningService start(
            SpringApplicationBuilder application,
            String container,
            String partitionKey,
            LocalCosmos cosmos,
            boolean databaseOfItsOwn,
            TestBroker broker,
            String... further) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                // Beside the API, as long as a test does not ask for another one.
                "--management.server.port=",
                "--spring.main.banner-mode=off",
                "--spring.cloud.azure.cosmos.endpoint=" + cosmos.endpoint(),
                "--spring.cloud.azure.cosmos.key=" + cosmos.key(),
                "--cosmos.containers." + container + ".partition-key=" + partitionKey,
                "--cosmos.containers." + container + ".create-if-missing=true"));
        arguments.addAll(broker.settings());
        arguments.addAll(List.of(further));
        try {
            return new RunningService(
                    cosmos,
                    databaseOfItsOwn,
                    broker,
                    container,
                    partitionKey,
                    application.run(arguments.toArray(String[]::new)));
        } catch (RuntimeException e) {
            broker.close();
            if (databaseOfItsOwn) {
                cosmos.close();
            }
            throw e;
        }
    }

    /** The application with one bean more, or with this one in the place of its own. */
    public static <T> SpringApplicationBuilder with(SpringApplicationBuilder application, Class<T> type, T bean) {
        return application.initializers(context -> ((GenericApplicationContext) context)
                .registerBean("of-the-test-" + type.getSimpleName(), type, () -> bean));
    }

    /** What the service is made of. */
    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** One of several of a type. */
    public <T> T bean(String name, Class<T> type) {
        return context.getBean(name, type);
    }

    /** Creates documents beside the service. */
    public void store(List<? extends JsonNode> documents) {
        String key = partitionKey.substring(1);
        context.getBean(CosmosAsyncClient.class)
                .getDatabase("drone-delivery")
                .getContainer(container)
                .executeBulkOperations(Flux.fromIterable(documents)
                        .map(document -> CosmosBulkOperations.getCreateItemOperation(
                                sdks(document),
                                new PartitionKey(document.get(key).asString()))))
                .doOnNext(response -> {
                    if (!response.getResponse().isSuccessStatusCode()) {
                        throw new IllegalStateException(
                                "Not stored: " + response.getResponse().getStatusCode());
                    }
                })
                .blockLast();
    }

    private static com.fasterxml.jackson.databind.JsonNode sdks(JsonNode document) {
        try {
            return SDKS.readTree(document.toString());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Where the service is. */
    public String baseUrl() {
        return ServiceClient.baseUrl(context);
    }

    /** Calls the service. */
    public WebTestClient http() {
        return http;
    }

    /** The body of a successful answer. */
    public JsonNode get(String path) {
        return http.get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody();
    }

    /** The service's database. */
    public LocalCosmos cosmos() {
        return cosmos;
    }

    /** The calls for documents that the database has answered since the last look. */
    public List<CosmosCall> dataCalls() {
        List<CosmosCall> calls =
                cosmos.calls().stream().filter(CosmosCall::isData).toList();
        cosmos.clearCalls();
        return calls;
    }

    /**
     * The calls for documents that a request needs. Those of what the service does on its own now and then may come in between, so this is what
     * came when the fewest did, of several times.
     */
    public List<CosmosCall> dataCalls(Runnable request) {
        return Stream.generate(() -> {
                    dataCalls();
                    request.run();
                    return dataCalls();
                })
                .limit(TRIES)
                .min(Comparator.comparingInt(List::size))
                .orElseThrow();
    }

    @Override
    public void close() {
        context.close();
        broker.close();
        if (databaseOfItsOwn) {
            cosmos.close();
        }
    }
}
